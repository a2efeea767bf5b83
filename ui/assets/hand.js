// The hand on the felt: the photo with what was read, the cards as buttons, and the picker.
// Taps show at once; they go to the page as a growing list until the page says it has them.

const rooms = new WeakMap();

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
    if (tap.do === "add") this.cards.push({ id: tap.id, face: tap.face, doubtful: false, alternatives: [], quads: [] });
    else if (tap.do === "correct" && at >= 0) Object.assign(this.cards[at], { face: tap.face, doubtful: false });
    else if (tap.do === "confirm" && at >= 0) this.cards[at].doubtful = false;
    else if (tap.do === "delete" && at >= 0) this.cards.splice(at, 1);
    else if (tap.do === "confirm_all") this.cards.forEach((card) => { card.doubtful = false; });
  }

  say(tap) {
    const full = { n: (this.sent += 1), ...tap };
    this.pending.push(full);
    this.apply(full);
    this.draw();
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

  draw() {
    const focused = this.room.getRootNode().activeElement?.dataset?.id;
    this.room.classList.toggle("four", Boolean(this.data.four));
    this.dialog.classList.toggle("four", Boolean(this.data.four));
    this.room.replaceChildren(...this.data.photos.map((photo, place) => this.drawPhoto(photo, place)), this.drawFelt());
    if (focused) this.room.querySelector(`button.card[data-id="${focused}"]`)?.focus();
    if (this.dialog.open) this.refreshPicker();
  }

  drawPhoto(photo, place) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 1 1");
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("aria-hidden", "true");
    const figure = element("figure", { class: "photo" },
      element("img", { src: photo.url, alt: this.words("photo", { n: place + 1 }), width: photo.width, height: photo.height }), svg);
    for (const card of this.cards.filter((each) => each.photo === photo.name)) {
      for (const quad of card.quads) {
        const outline = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
        outline.setAttribute("points", quad.map((point) => point.join(",")).join(" "));
        outline.setAttribute("class", card.doubtful ? "doubtful" : "sure");
        outline.addEventListener("click", () => this.pick(card.id));
        svg.append(outline);
      }
      figure.append(...this.drawTag(card));
    }
    figure.append(element("button", {
      class: "drop", type: "button", "aria-label": this.words("drop", { n: place + 1 }),
      onclick: () => this.say({ do: "drop", photo: photo.name }),
    }, "✕"));
    return figure;
  }

  drawTag(card) {
    const quad = card.quads[0];
    if (!quad || (this.cards.length > 20 && !card.doubtful)) return [];
    const x = quad.reduce((sum, point) => sum + point[0], 0) / quad.length;
    const top = Math.min(...quad.map((point) => point[1]));
    return [element("button", {
      type: "button", class: `tag ${card.doubtful ? "doubtful" : ""}`, "aria-label": this.spoken(card),
      style: `left:${(x * 100).toFixed(2)}%;top:calc(${(top * 100).toFixed(2)}% - .7rem)`, onclick: () => this.pick(card.id),
    }, this.face[card.face].short + (card.doubtful ? " ?" : ""))];
  }

  drawFelt() {
    const doubtful = this.cards.filter((card) => card.doubtful).length;
    const strip = element("ul", { class: "strip", "aria-label": this.words("hand") }, ...this.cards.map((card) => this.drawChip(card)));
    strip.append(element("li", {}, element("button", {
      class: "plus", type: "button", "aria-label": this.words("add"), onclick: () => this.pick(null),
    }, "+")));
    if (!this.cards.length) strip.append(element("li", { class: "empty" }, this.words("empty")));
    const line = element("div", { class: "line" }, element("span", { class: "count", role: "status" }, this.countText(doubtful)));
    if (doubtful) line.append(this.soft("confirm_all", () => this.say({ do: "confirm_all" }), "warm"));
    if (this.cards.length > 1) line.append(this.soft("sort", () => this.say({ do: "sort" })));
    if (this.data.undo) line.append(this.soft("undo", () => this.say({ do: "undo" })));
    if (this.cards.length) line.append(this.soft("clear", () => this.say({ do: "clear" })));
    return element("div", { class: "felt" }, strip, line);
  }

  drawChip(card) {
    const chip = this.drawFace(card.face, {
      type: "button", class: card.doubtful ? "doubtful" : "", "data-id": card.id, "data-face": card.face, "aria-label": this.spoken(card),
      onclick: () => this.pick(card.id),
    });
    return element("li", {}, chip, card.doubtful ? element("span", { class: "mark", "aria-hidden": "true" }, "?") : null);
  }

  countText(doubtful) {
    const forms = this.data.words.counts;
    const count = forms[Math.min(this.cards.length, forms.length - 1)].replaceAll("{n}", this.cards.length);
    if (!doubtful) return count;
    const doubts = this.data.words.doubts;
    return `${count} · ${doubts[Math.min(doubtful, doubts.length - 1)].replaceAll("{n}", doubtful)}`;
  }

  soft(word, act, kind = "") {
    return element("button", { type: "button", class: `soft ${kind}`, onclick: act }, this.words(word));
  }

  // The picker: for one card (two taps correct it) or for adding as many as one likes.
  pick(id) {
    this.picking = id;
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
    this.dialog.replaceChildren(this.drawHeader(card, title), this.drawGuesses(card), this.drawGrid(card));
    this.dialog.querySelector(".grid").scrollTop = scrolled;
  }

  drawHeader(card, title) {
    const header = element("header", {}, element("h2", {}, title));
    if (card?.doubtful) header.append(this.soft("right", () => this.choose({ do: "confirm", id: card.id }), "warm"));
    if (card) header.append(this.soft("delete", () => this.choose({ do: "delete", id: card.id }), "danger"));
    header.append(this.soft(card ? "close" : "done", () => this.dialog.close(), card ? "" : "strong"));
    return header;
  }

  drawGuesses(card) {
    const box = element("div", { class: "guesses" });
    if (!card) {
      box.append(element("p", { role: "status" }, this.countText(0)));
      const last = this.cards[this.cards.length - 1];
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
    const held = this.cards.filter((each) => each.face === face.code).length;
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
    else this.say({ do: "add", id: 1e9 + crypto.getRandomValues(new Uint32Array(1))[0] % 1e9, face: face.code });
    this.status.textContent = face.spoken;
  }

  choose(tap) {
    this.dialog.close();
    this.say(tap);
  }

  closed() {
    const back = this.room.querySelector(`button.card[data-id="${this.picking}"]`) ?? this.room.querySelector(".plus");
    back?.focus();
  }
}

export default function ({ parentElement, data, setStateValue }) {
  let room = rooms.get(parentElement);
  if (!room) {
    room = new Room(parentElement);
    rooms.set(parentElement, room);
  }
  room.update(data, setStateValue);
}
