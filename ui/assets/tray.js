// Cards to practise with: tap them into melds, drag them into the order one likes, or pick one of several.
// What lies where goes to the page, which says of every meld what it is worth or why it is none.

const trays = new WeakMap();
const FAR = 8;

const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter(Boolean));
  return made;
};

class Tray {
  constructor(parent) {
    this.parent = parent;
    this.root = element("div", { class: "tray" });
    this.root.addEventListener("pointermove", (event) => this.drag(event));
    this.root.addEventListener("pointerup", (event) => this.drop(event));
    this.root.addEventListener("pointercancel", () => this.letGo());
    parent.append(this.root);
  }

  update(data, setStateValue, setTriggerValue) {
    this.tell = setStateValue;
    this.choose = setTriggerValue;
    if (this.data?.question !== data.question) {
      this.hand = data.cards.map((card) => card.id);
      this.melds = [[]];
      this.open = 0;
      if (data.kept?.question === data.question) this.restore(data);
    }
    this.data = data;
    this.card = Object.fromEntries(data.cards.map((card) => [card.id, card]));
    // A card under the finger is never drawn anew, or the tap would be lost.
    const shown = JSON.stringify({ ...data, kept: null });
    if (this.shown === shown) return;
    this.shown = shown;
    if (this.held) this.late = true;
    else this.draw();
  }

  // A page that was drawn anew finds the cards where they lay.
  restore(data) {
    this.melds = data.kept.melds.map((meld) => [...meld]);
    const laid = new Set(this.melds.flat());
    this.hand = data.kept.hand.length + laid.size === data.cards.length ? [...data.kept.hand] : this.hand.filter((id) => !laid.has(id));
    this.tidy();
  }

  draw() {
    this.late = false;
    const focused = this.root.getRootNode().activeElement?.dataset?.id;
    this.root.classList.toggle("four", Boolean(this.data.four));
    this.root.classList.toggle("pick", this.data.mode === "pick");
    const felt = element("div", { class: "felt" }, this.row(this.hand, "hand", this.data.words.hand));
    if (this.data.mode === "melds") felt.append(this.drawMelds());
    this.root.replaceChildren(felt);
    if (focused) this.root.querySelector(`[data-id="${focused}"]`)?.focus();
  }

  drawMelds() {
    const boxes = this.melds.map((meld, place) => this.drawBox(meld, place));
    return element("div", { class: "melds" }, ...boxes);
  }

  drawBox(meld, place) {
    const said = this.data.verdicts[[...meld].sort((a, b) => a - b).join()];
    const kind = meld.length && said ? (said.legal ? "good" : "bad") : "";
    const text = meld.length ? said?.text ?? "" : this.data.words.empty;
    const name = this.data.words.meld.replaceAll("{n}", place + 1);
    return element("div", {
      class: `box ${place === this.open ? "open" : ""} ${kind}`, "data-meld": place, role: "group", "aria-label": name,
      onclick: (event) => event.target.closest("button") || this.opens(place),
    }, this.row(meld, place, name), element("p", { role: "status" }, text));
  }

  row(ids, zone, name) {
    const items = ids.map((id) => element("li", {}, this.drawCard(id, zone)));
    return element("ul", { class: "row", "data-zone": zone, "aria-label": name }, ...items);
  }

  drawCard(id, zone) {
    const card = this.card[id];
    const made = element("button", {
      type: "button", class: `card ${card.suit} ${card.court ? "court" : ""}`, "data-id": id, "data-face": card.face, "aria-label": card.spoken,
      onclick: () => this.tap(id, zone), onpointerdown: (event) => this.grip(event, id),
    });
    made.append(element("span", { class: "rank", "aria-hidden": "true" }, card.rank));
    if (card.suit !== "JK") {
      made.append(element("span", { class: "pip small", "aria-hidden": "true" }));
      made.append(element("span", { class: "letter", "aria-hidden": "true" }, card.letter));
    }
    made.append(element("span", { class: "pip centre", "aria-hidden": "true" }));
    return made;
  }

  // Which meld the next card goes to.
  opens(place) {
    this.open = place;
    this.draw();
  }

  tap(id, zone) {
    if (this.justDropped) return;
    if (this.data.mode === "pick") this.choose("picked", this.card[id].face);
    else if (zone === "hand") this.move(id, this.open, this.melds[this.open].length);
    else this.move(id, "hand", this.hand.length);
  }

  zone(name) {
    return name === "hand" ? this.hand : this.melds[name];
  }

  move(id, zone, place) {
    const target = this.zone(zone);
    for (const list of [this.hand, ...this.melds]) {
      const at = list.indexOf(id);
      if (at < 0) continue;
      list.splice(at, 1);
      if (list === target && at < place) place -= 1;
    }
    target.splice(place, 0, id);
    if (zone !== "hand") this.open = zone;
    this.tidy();
    this.draw();
    this.tell("tray", { question: this.data.question, hand: this.hand, melds: this.melds.filter((meld) => meld.length) });
  }

  // One empty meld stands ready, the others are cleared away.
  tidy() {
    const now = this.melds[this.open];
    this.melds = this.melds.filter((meld) => meld.length);
    this.open = this.melds.indexOf(now);
    this.melds.push([]);
    if (this.open < 0) this.open = this.melds.length - 1;
  }

  grip(event, id) {
    this.justDropped = false;
    if (event.button === 0) this.held = { id, x: event.clientX, y: event.clientY, pointer: event.pointerId, moved: false };
  }

  drag(event) {
    const held = this.held;
    if (!held || event.pointerId !== held.pointer) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moved && Math.hypot(x, y) < FAR) return;
    if (!held.moved) this.root.setPointerCapture(held.pointer);
    held.moved = true;
    const card = this.root.querySelector(`[data-id="${held.id}"]`);
    card.classList.add("dragged");
    card.style.transform = `translate(${x}px, ${y}px)`;
  }

  drop(event) {
    const held = this.held;
    this.held = null;
    if (!held?.moved) return this.catchUp();
    this.justDropped = true;
    setTimeout(() => { this.justDropped = false; }, 0);
    const [zone, place] = this.target(event.clientX, event.clientY, held.id);
    if (zone === null) this.draw();
    else this.move(held.id, zone, place);
  }

  letGo() {
    this.held = null;
    this.draw();
  }

  // After the click that follows a release, draw what came meanwhile.
  catchUp() {
    setTimeout(() => {
      if (this.late && !this.held) this.draw();
    }, 0);
  }

  // The row under the pointer, and before which of its cards.
  target(x, y, id) {
    const inside = (box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    const found = [...this.root.querySelectorAll(".box, .felt > .row")].find((each) => inside(each.getBoundingClientRect()));
    if (!found) return [null, 0];
    const row = found.matches(".row") ? found : found.querySelector(".row");
    const zone = row.dataset.zone === "hand" ? "hand" : Number(row.dataset.zone);
    const cards = [...row.querySelectorAll("[data-id]")];
    const before = cards.findIndex((card) => {
      const box = card.dataset.id === String(id) ? card.parentElement.getBoundingClientRect() : card.getBoundingClientRect();
      return y < box.top || (y <= box.bottom && x < box.left + box.width / 2);
    });
    return [zone, before < 0 ? cards.length : before];
  }
}

export default function ({ parentElement, data, setStateValue, setTriggerValue }) {
  let tray = trays.get(parentElement);
  if (!tray) {
    tray = new Tray(parentElement);
    trays.set(parentElement, tray);
  }
  tray.update(data, setStateValue, setTriggerValue);
}
