// The running camera: one frame after the other goes to the reader at its full size, what was read is
// drawn over the picture, and when the hand stands still and is sure the reader keeps a frame by itself.

const views = new WeakMap();
const QUALITY = 0.9;
const PAUSE = 60;
const RETRY = 1500;
const LETTERS = "system-ui";

const make = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
};

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

const quadsOf = (card) => card.seen[0]?.quads ?? [];

class View {
  constructor(parent) {
    this.root = make("div", { class: "live" });
    parent.append(this.root);
    this.number = 0;
  }

  update(data, tell) {
    this.data = data;
    this.tell = tell;
    this.face = Object.fromEntries(data.faces.map((face) => [face.code, face]));
    const drawn = JSON.stringify(data.words);
    if (this.drawn !== drawn) this.draw();
    this.drawn = drawn;
  }

  draw() {
    this.stop();
    this.told = make("p", { role: "status" });
    this.start = make("button", { type: "button", class: "soft strong", onclick: () => this.begin() }, this.data.words.start);
    this.line = make("div", { class: "line" }, this.told, this.start);
    this.root.replaceChildren(this.line);
    this.say(this.data.words.how);
  }

  say(text, trouble = false) {
    if (this.told.textContent !== text) this.told.textContent = text;
    this.told.classList.toggle("trouble", trouble);
  }

  // Browsers give the camera to pages on this computer or over https only; the sentence says so.
  async begin() {
    if (!navigator.mediaDevices?.getUserMedia) return this.say(this.data.words.no_webcam, true);
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({
        video: { width: { ideal: 1920 }, height: { ideal: 1080 }, facingMode: "environment" }, audio: false,
      });
    } catch {
      return this.say(this.data.words.webcam_refused, true);
    }
    this.video = Object.assign(make("video", { "aria-label": this.data.words.picture }), { muted: true, autoplay: true, playsInline: true, srcObject: this.stream });
    this.glass = make("canvas", { "aria-hidden": "true" });
    this.bar = make("div", { class: "bar" });
    this.hand = make("ul", { class: "row", "aria-label": this.data.words.hand });
    const take = make("button", { type: "button", class: "soft strong", onclick: () => { this.wanted = true; } }, this.data.words.take);
    const stop = make("button", { type: "button", class: "soft", onclick: () => this.draw() }, this.data.words.stop);
    this.line.replaceChildren(this.told, take, stop);
    this.root.replaceChildren(make("div", { class: "stage" }, this.video, this.glass, this.bar), this.hand, this.line);
    this.say(this.data.words.looking);
    this.root.dataset.frames = 0;
    await this.video.play();
    return this.watch(this.stream);
  }

  // As long as this stream runs: a frame, its answer, the next frame.
  async watch(stream) {
    while (this.stream === stream) {
      if (document.hidden || !this.video.videoWidth) {
        await wait(PAUSE);
        continue;
      }
      this.began ??= performance.now();
      const seen = await this.ask();
      if (this.stream !== stream) return;
      if (seen) this.show(seen);
      if (seen?.taken) return this.taken(seen.taken);
      await wait(seen ? PAUSE : RETRY);
    }
  }

  async ask() {
    const canvas = document.createElement("canvas");
    canvas.width = this.video.videoWidth;
    canvas.height = this.video.videoHeight;
    canvas.getContext("2d").drawImage(this.video, 0, 0);
    const frame = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    const wish = this.wanted ? "?take=1" : "";
    this.wanted = false;
    try {
      const answer = await fetch(this.data.address + wish, { method: "POST", body: frame });
      if (answer.ok) return await answer.json();
    } catch {
      // told below: the app may have been stopped
    }
    this.say(this.data.words.not_sent, true);
    return null;
  }

  show(seen) {
    this.root.dataset.frames = Number(this.root.dataset.frames) + 1;
    if (seen.trouble) return this.say(this.data.words[seen.trouble] ?? this.data.words.not_sent, true);
    this.sketch(seen);
    this.bar.style.width = `${Math.min(100, (100 * seen.steady) / seen.needed)}%`;
    this.hand.replaceChildren(...seen.hand.map((code) => make("li", {}, this.card(code))));
    if (seen.hand.length && !this.root.dataset.shown) this.root.dataset.shown = Math.round(performance.now() - this.began);
    const steady = seen.hand.length && seen.steady >= seen.needed;
    const word = seen.taken ? "taken" : !seen.hand.length ? "looking" : steady ? "doubt" : "hold";
    this.say(this.data.words[word]);
    return null;
  }

  // Each card's corner, and what it was read as.
  sketch(seen) {
    const [width, height] = [this.video.videoWidth, this.video.videoHeight];
    Object.assign(this.glass, { width, height });
    const pen = this.glass.getContext("2d");
    pen.lineWidth = Math.max(3, width / 400);
    pen.font = `700 ${Math.round(width / 50)}px ${LETTERS}`;
    pen.textAlign = "center";
    for (const card of seen.cards) {
      pen.strokeStyle = card.doubtful ? "#ffc53d" : "#63e6a9";
      quadsOf(card).forEach((quad) => this.outline(pen, quad, width, height));
      if (quadsOf(card).length) this.label(pen, card, width, height);
    }
  }

  outline(pen, quad, width, height) {
    pen.beginPath();
    quad.forEach(([x, y], at) => (at ? pen.lineTo(x * width, y * height) : pen.moveTo(x * width, y * height)));
    pen.closePath();
    pen.stroke();
  }

  label(pen, card, width, height) {
    const quad = quadsOf(card)[0];
    const x = (quad.reduce((sum, point) => sum + point[0], 0) / quad.length) * width;
    const y = Math.min(...quad.map((point) => point[1])) * height - width / 120;
    const text = this.face[card.face].short + (card.doubtful ? " ?" : "");
    pen.lineWidth = width / 200;
    pen.strokeStyle = "#0d1713";
    pen.strokeText(text, x, y);
    pen.fillStyle = card.doubtful ? "#ffc53d" : "#e9fff4";
    pen.fillText(text, x, y);
    pen.lineWidth = Math.max(3, width / 400);
  }

  card(code) {
    const face = this.face[code];
    const card = make("span", { class: `card ${face.suit} ${face.court ? "court" : ""}`, role: "img", "aria-label": face.spoken, "data-face": code });
    card.append(make("span", { class: "rank" }, face.rank));
    if (face.suit !== "JK") card.append(make("span", { class: "pip small" }), make("span", { class: "letter" }, face.letter));
    card.append(make("span", { class: "pip centre" }));
    return card;
  }

  taken(name) {
    this.stop();
    this.line.replaceChildren(this.told);
    this.tell("photos", { number: (this.number += 1), names: [name] });
  }

  stop() {
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stream = null;
    this.began = null;
    delete this.root.dataset.shown;
  }
}

export default function ({ parentElement, data, setTriggerValue }) {
  let view = views.get(parentElement);
  if (!view) {
    view = new View(parentElement);
    views.set(parentElement, view);
  }
  view.update(data, setTriggerValue);
  return () => view.stop();
}
