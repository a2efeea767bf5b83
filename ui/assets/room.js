// What hands, melds and rounds have in common: photos with what was read, cards as buttons, the picker.
// Taps show at once; they go to the page as a growing list until the page says it has them.

const SVG = "http://www.w3.org/2000/svg";
const TAP = 8;

const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
};

const pip = (place) => element("span", { class: `pip ${place}`, "aria-hidden": "true" });

class Room {
  constructor(parent) {
    this.parent = parent;
    this.pad = crypto.getRandomValues(new Uint32Array(1))[0];
    this.sent = 0;
    this.pending = [];
    this.room = element("div", { class: "room" });
    this.dialog = element("dialog", {
      onclose: () => this.closed(),
      onclick: (event) => event.target === this.dialog && this.dialog.close(),
    });
    this.status = element("p", { class: "sr", role: "status" });
    parent.append(this.room, this.dialog, this.status);
  }

  update(data, setStateValue) {
    this.data = data;
    this.setStateValue = setStateValue;
    this.face = Object.fromEntries(data.faces.map((face) => [face.code, face]));
    if (data.pad === this.pad) this.pending = this.pending.filter((tap) => tap.n > data.heard);
    this.cards = data.cards.map((card) => ({ ...card }));
    this.pending.forEach((tap) => this.apply(tap));
    this.draw();
  }

  // What a tap means for the cards here; the page does the same to the ones it keeps.
  apply(tap) {
    const at = this.cards.findIndex((card) => card.id === tap.id);
    if (tap.do === "add") this.cards.push({ id: tap.id, face: tap.face, pile: tap.pile ?? "", doubtful: false, alternatives: [], seen: [] });
    else if (tap.do === "correct" && at >= 0) Object.assign(this.cards[at], { face: tap.face, doubtful: false });
    else if (tap.do === "confirm" && at >= 0) this.cards[at].doubtful = false;
    else if (tap.do === "delete" && at >= 0) this.cards.splice(at, 1);
    else if (tap.do === "confirm_all") this.cards.filter((card) => !tap.pile || card.pile === tap.pile).forEach((card) => { card.doubtful = false; });
  }

  say(tap) {
    const full = { n: (this.sent += 1), ...tap };
    if (tap.once) this.pending = this.pending.filter((each) => each.once !== tap.once);
    this.pending.push(full);
    this.apply(full);
    if (!tap.quiet) this.draw();
    this.setStateValue("taps", { pad: this.pad, taps: this.pending });
  }

  words(name, values = {}) {
    return Object.entries(values).reduce((text, [key, value]) => text.replaceAll(`{${key}}`, value), this.data.words[name]);
  }

  spoken(card) {
    const face = this.face[card.face].spoken;
    return card.doubtful ? this.words("doubtful", { card: face }) : this.words("change", { card: face });
  }

  drawFace(code, attributes, name = "button") {
    const face = this.face[code];
    const made = element(name, { ...attributes, class: `card ${face.suit} ${face.court ? "court" : ""} ${attributes.class ?? ""}` });
    made.append(element("span", { class: "rank", "aria-hidden": "true" }, face.rank));
    if (face.suit !== "JK") {
      made.append(pip("small"));
      made.append(element("span", { class: "letter", "aria-hidden": "true" }, face.letter));
    }
    made.append(pip("centre"));
    return made;
  }

  // Everything anew, but the finger's place stays.
  draw() {
    const root = this.room.getRootNode();
    const focused = root.activeElement?.dataset?.id;
    const typed = root.activeElement?.dataset?.field;
    const at = typed ? root.activeElement.selectionStart : 0;
    this.room.classList.toggle("four", Boolean(this.data.four));
    this.dialog.classList.toggle("four", Boolean(this.data.four));
    this.room.replaceChildren(...this.drawAll());
    if (focused) this.room.querySelector(`[data-id="${focused}"]`)?.focus();
    const field = typed && this.room.querySelector(`[data-field="${typed}"]`);
    if (field) {
      field.focus();
      field.setSelectionRange(at, at);
    }
    if (this.dialog.open) this.refreshPicker();
  }

  drawPhotos() {
    return this.data.photos.map((photo, place) => this.drawPhoto(photo, place));
  }

  drawPhoto(photo, place) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 1 1");
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("aria-hidden", "true");
    const figure = element("figure", { class: "photo" },
      element("img", { src: photo.url, alt: this.words("photo", { n: place + 1 }), width: photo.width, height: photo.height }), svg);
    const here = this.cards.map((card) => [card, card.seen.find((each) => each.photo === photo.name)]).filter(([, seen]) => seen);
    for (const [card, seen] of [...here].sort((one, other) => one[0].doubtful - other[0].doubtful)) {
      seen.quads.forEach((quad) => svg.append(this.drawOutline(card, quad)));
      figure.append(...this.drawTag(card, seen.quads[0], here.length));
    }
    if (this.framing === photo.name) this.listenForFrame(figure, svg, photo);
    return element("div", {}, figure, this.drawPhotoLine(photo, place));
  }

  drawOutline(card, quad) {
    const outline = document.createElementNS(SVG, "polygon");
    outline.setAttribute("points", quad.map((point) => point.join(",")).join(" "));
    outline.setAttribute("class", card.doubtful ? "doubtful" : "sure");
    outline.addEventListener("click", () => this.framing || this.pick(card.id));
    return outline;
  }

  drawTag(card, quad, many) {
    if (!quad || (many > 20 && !card.doubtful)) return [];
    const x = quad.reduce((sum, point) => sum + point[0], 0) / quad.length;
    const top = Math.min(...quad.map((point) => point[1]));
    return [element("button", {
      type: "button", class: `tag ${card.doubtful ? "doubtful" : ""}`, "aria-label": this.spoken(card),
      style: `left:${(x * 100).toFixed(2)}%;top:calc(${(top * 100).toFixed(2)}% - .7rem)`, onclick: () => this.framing || this.pick(card.id),
    }, this.face[card.face].short + (card.doubtful ? " ?" : ""))];
  }

  // Under each photo: a card was missed, take it again, away with it.
  drawPhotoLine(photo, place) {
    const framing = this.framing === photo.name;
    const line = element("div", { class: "line beneath" });
    line.append(element("button", {
      type: "button", class: `soft ${framing ? "warm" : ""}`, "aria-pressed": String(framing),
      onclick: () => { this.framing = framing ? null : photo.name; this.firstCorner = null; this.draw(); },
    }, this.words(framing ? "frame_stop" : "frame")));
    line.append(fileButton(this.words("retake"), { capture: "environment", "data-way": "retake" }, (files) => this.send(files, { do: "retake", text: photo.name })));
    line.append(element("button", { type: "button", class: "soft", "aria-label": this.words("drop", { n: place + 1 }), onclick: () => this.say({ do: "drop", photo: photo.name }) }, "✕"));
    if (framing) line.append(element("p", { class: "hint", role: "status" }, this.words("frame_how")));
    if (this.data.fresh === photo.name && !this.pending.length) line.append(this.drawHow(photo));
    return line;
  }

  drawHow(photo) {
    const ways = ["same", "more", "new"].map((how) => element("button", {
      type: "button", class: `soft ${photo.how === how ? "strong" : ""}`, "aria-pressed": String(photo.how === how),
      onclick: () => photo.how !== how && this.say({ do: "how", photo: photo.name, text: how }),
    }, this.words(`how_${how}`)));
    return element("div", { class: "line how", role: "group", "aria-label": this.words("how") }, element("span", {}, this.words("how")), ...ways);
  }

  // A frame is drawn by dragging, or by tapping two corners of it.
  listenForFrame(figure, svg, photo) {
    figure.classList.add("framing");
    const frame = document.createElementNS(SVG, "rect");
    frame.setAttribute("class", "frame");
    svg.append(frame);
    const at = (event) => {
      const box = figure.getBoundingClientRect();
      return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height].map((each) => Math.min(1, Math.max(0, each)));
    };
    const show = (one, other) => {
      frame.setAttribute("x", Math.min(one[0], other[0]));
      frame.setAttribute("y", Math.min(one[1], other[1]));
      frame.setAttribute("width", Math.abs(one[0] - other[0]));
      frame.setAttribute("height", Math.abs(one[1] - other[1]));
    };
    let down = null;
    const done = (one, other) => {
      this.firstCorner = null;
      this.framing = null;
      const box = [Math.min(one[0], other[0]), Math.min(one[1], other[1]), Math.max(one[0], other[0]), Math.max(one[1], other[1])];
      this.say({ do: "box", photo: photo.name, id: this.newId(), box });
    };
    if (this.firstCorner) show(this.firstCorner, this.firstCorner.map((each) => each + 0.004));
    figure.addEventListener("pointerdown", (event) => {
      down = { place: at(event), x: event.clientX, y: event.clientY };
      figure.setPointerCapture?.(event.pointerId);
      event.preventDefault();
    });
    figure.addEventListener("pointermove", (event) => down && show(down.place, at(event)));
    figure.addEventListener("pointerup", (event) => {
      if (!down) return;
      const moved = Math.hypot(event.clientX - down.x, event.clientY - down.y) > TAP;
      if (moved) done(down.place, at(event));
      else if (this.firstCorner) done(this.firstCorner, at(event));
      else { this.firstCorner = at(event); show(this.firstCorner, this.firstCorner.map((each) => each + 0.004)); }
      down = null;
    });
  }

  async send(files, tap) {
    if (!files.length) return;
    this.tell(this.words("sending"));
    const { names, trouble } = await sendAll(files, this.data);
    this.tell(trouble ? this.data.words[trouble] ?? this.words("not_sent") : "");
    names.forEach((name) => this.say({ ...tap, photo: name }));
  }

  tell(text) {
    this.told = text;
    this.draw();
  }

  drawTold() {
    return this.told ? [element("p", { class: "told", role: "status" }, this.told)] : [];
  }

  drawChip(card) {
    const chip = this.drawFace(card.face, {
      type: "button", class: card.doubtful ? "doubtful" : "", "data-id": card.id, "data-face": card.face, "aria-label": this.spoken(card),
      onclick: () => this.pick(card.id),
    });
    return element("li", {}, chip, card.doubtful ? element("span", { class: "mark", "aria-hidden": "true" }, "?") : null);
  }

  drawStrip(cards, label, pile = "") {
    const strip = element("ul", { class: "strip", "aria-label": label }, ...cards.map((card) => this.drawChip(card)));
    strip.append(element("li", {}, element("button", {
      class: "plus", type: "button", "aria-label": `${this.words("add")}${pile ? `: ${label}` : ""}`, onclick: () => this.pick(null, pile),
    }, "+")));
    return strip;
  }

  countText(cards) {
    const doubtful = cards.filter((card) => card.doubtful).length;
    const count = this.counted("counts", cards.length);
    return doubtful ? `${count} · ${this.counted("doubts", doubtful)}` : count;
  }

  counted(name, n) {
    const forms = this.data.words[name];
    return forms[Math.min(n, forms.length - 1)].replaceAll("{n}", n);
  }

  newId() {
    return 1e9 + (crypto.getRandomValues(new Uint32Array(1))[0] % 1e9);
  }

  soft(word, act, kind = "") {
    return element("button", { type: "button", class: `soft ${kind}`, onclick: act }, this.words(word));
  }

  // One doubtful card after the other, each with its piece of the photo.
  check(pile) {
    this.walking = (card) => card.doubtful && (pile === undefined || card.pile === pile);
    const first = this.cards.find(this.walking);
    if (first) this.pick(first.id);
  }

  // The picker: for one card (two taps correct it) or for adding as many as one likes.
  pick(id, pile = "") {
    this.picking = id;
    this.pile = pile;
    this.refreshPicker();
    if (!this.dialog.open) this.dialog.showModal();
    this.dialog.querySelector("[data-first]")?.focus();
  }

  refreshPicker() {
    const card = this.cards.find((each) => each.id === this.picking);
    if (this.picking !== null && !card) {
      this.dialog.close();
      return;
    }
    const scrolled = this.dialog.querySelector(".grid")?.scrollTop ?? 0;
    const title = card ? this.words("what_is", { card: this.face[card.face].spoken }) : this.words("tap_cards");
    this.dialog.setAttribute("aria-label", title);
    this.dialog.replaceChildren(this.drawHeader(card, title), ...this.drawPiece(card), this.drawGuesses(card), this.drawGrid(card));
    this.dialog.querySelector(".grid").scrollTop = scrolled;
  }

  drawHeader(card, title) {
    const header = element("header", {}, element("h2", {}, title));
    if (card?.doubtful) header.append(this.soft("right", () => this.choose({ do: "confirm", id: card.id }), "warm"));
    if (card) header.append(this.soft("delete", () => this.choose({ do: "delete", id: card.id }), "danger"));
    header.append(this.soft(card ? "close" : "done", () => this.dialog.close(), card ? "" : "strong"));
    return header;
  }

  // The piece of the photo that shows the card, turned upright.
  drawPiece(card) {
    const seen = card?.seen.find((each) => each.quads.length);
    const photo = seen && this.data.photos.find((each) => each.name === seen.photo);
    if (!photo) return [];
    const points = seen.quads[0].map(([x, y]) => [x * photo.width, y * photo.height]);
    const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
    const side = 3 * Math.max(...points.map((point) => Math.hypot(point[0] - x, point[1] - y)));
    const turn = (Math.atan2(points[1][1] - points[0][1], points[1][0] - points[0][0]) * -180) / Math.PI;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `${x - 2 * side} ${y - side / 1.4} ${4 * side} ${1.7 * side}`);
    svg.setAttribute("class", "piece");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", this.words("piece"));
    const image = document.createElementNS(SVG, "image");
    image.setAttribute("href", photo.url);
    image.setAttribute("width", photo.width);
    image.setAttribute("height", photo.height);
    image.setAttribute("transform", `rotate(${turn} ${x} ${y})`);
    svg.append(image);
    return [svg];
  }

  drawGuesses(card) {
    const box = element("div", { class: "guesses" });
    if (!card) {
      const here = this.cards.filter((each) => each.pile === this.pile);
      box.append(element("p", { role: "status" }, this.counted("counts", here.length)));
      const last = here[here.length - 1];
      if (last) box.append(this.soft("take_back", () => this.say({ do: "delete", id: last.id })));
      return box;
    }
    const guesses = card.alternatives.filter((code) => code !== card.face).slice(0, 3);
    if (guesses.length) box.append(element("p", {}, this.words("rather")));
    guesses.forEach((code) => box.append(this.drawFace(code, {
      type: "button", "aria-label": this.face[code].spoken, onclick: () => this.choose({ do: "correct", id: card.id, face: code }),
    })));
    return box;
  }

  drawGrid(card) {
    const wide = window.matchMedia("(min-width: 46rem)").matches;
    const suits = ["S", "H", "D", "C"];
    const plain = this.data.faces.filter((face) => face.suit !== "JK");
    const ordered = wide ? plain : [...plain].sort((a, b) => a.order - b.order || suits.indexOf(a.suit) - suits.indexOf(b.suit));
    const joker = this.data.faces.filter((face) => face.suit === "JK");
    return element("div", { class: "grid" }, ...[...ordered, ...joker].map((face, place) => this.drawChoice(face, card, place)));
  }

  drawChoice(face, card, place) {
    const held = this.cards.filter((each) => each.face === face.code && each.pile === (card?.pile ?? this.pile)).length;
    const choice = element("button", {
      type: "button", class: `${face.suit} ${face.suit === "JK" ? "joker" : ""} ${card?.face === face.code ? "now" : ""}`,
      "aria-label": held ? this.words("held", { card: face.spoken, n: held }) : face.spoken, "data-code": face.code, "data-first": place === 0,
      onclick: () => this.chosen(face, card),
    }, element("span", {}, face.rank), pip(""));
    if (face.letter) choice.append(element("small", { "aria-hidden": "true" }, face.letter));
    if (held && !card) choice.append(element("span", { class: "held", "aria-hidden": "true" }, `×${held}`));
    return choice;
  }

  chosen(face, card) {
    if (card) this.choose({ do: "correct", id: card.id, face: face.code });
    else this.say({ do: "add", id: this.newId(), face: face.code, pile: this.pile });
    this.status.textContent = face.spoken;
  }

  choose(tap) {
    this.say(tap);
    const next = this.walking && this.cards.find((card) => this.walking(card));
    if (next) this.pick(next.id);
    else this.dialog.close();
  }

  closed() {
    if (this.dialog.open) return;
    this.walking = null;
    const back = this.room.querySelector(`button.card[data-id="${this.picking}"]`) ?? this.room.querySelector(".plus");
    back?.focus();
  }
}

// One room for each place on the page, however often the page is drawn anew.
function open(rooms, Kind, { parentElement, data, setStateValue }) {
  let room = rooms.get(parentElement);
  if (!room) {
    room = new Kind(parentElement);
    rooms.set(parentElement, room);
  }
  room.update(data, setStateValue);
}
