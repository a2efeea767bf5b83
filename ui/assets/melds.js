// What lies on the table: melds that are tapped together or photographed, whose they are, and what was seen.

const tables = new WeakMap();
const SEEN = "seen";

class Table extends Room {
  drawAll() {
    const piles = [...new Set(this.cards.map((card) => card.pile))].filter((pile) => pile !== SEEN);
    const seen = this.cards.filter((card) => card.pile === SEEN);
    return [
      ...this.drawPhotos(), ...this.drawTold(),
      element("div", { class: "felt" }, ...piles.map((pile, place) => this.drawMeld(pile, place)), this.drawEnd()),
      element("div", { class: "felt seen" }, element("h3", {}, this.words("seen")), this.drawStrip(seen, this.words("seen"), SEEN)),
    ];
  }

  drawMeld(pile, place) {
    const cards = this.cards.filter((card) => card.pile === pile);
    const mine = this.mine.has(pile);
    const name = this.words("meld", { n: place + 1 });
    const line = element("div", { class: "line" }, element("span", { class: "count" }, cards.some((card) => card.doubtful) ? this.countText(cards) : name));
    line.append(element("button", {
      type: "button", class: `soft ${mine ? "warm" : ""}`, "aria-pressed": String(mine), "aria-label": `${name}: ${this.words("mine")}`,
      onclick: () => this.say({ do: "mine", pile, text: mine ? "" : "1" }),
    }, this.words("mine")));
    if (cards.some((card) => card.doubtful)) line.append(this.soft("check", () => this.check(pile), "warm"));
    line.append(element("button", {
      type: "button", class: "soft", "aria-label": `${name}: ${this.words("remove")}`, onclick: () => this.say({ do: "empty", pile }),
    }, "✕"));
    const wrong = this.data.wrong[pile];
    return element("div", { class: "pile" }, line, this.drawStrip(cards, name, pile),
      wrong && !this.pending.length ? element("p", { class: "told", role: "status" }, wrong) : null);
  }

  drawEnd() {
    const line = element("div", { class: "line" });
    line.append(element("button", { type: "button", class: "soft strong", onclick: () => this.pick(null, `m${this.newId()}`) }, this.words("new_meld")));
    line.append(fileButton(this.words("photo_table"), { capture: "environment", "data-way": "table" }, (files) => this.send(files, { do: "photo" })));
    line.append(fileButton(this.words("picture_table"), { multiple: "", "data-way": "table-choose" }, (files) => this.send(files, { do: "photo" })));
    if (this.data.undo) line.append(this.soft("undo", () => this.say({ do: "undo" })));
    if (this.cards.length) line.append(this.soft("clear", () => this.say({ do: "clear" })));
    return line;
  }

  update(data, setStateValue) {
    this.mine = new Set(data.mine);
    super.update(data, setStateValue);
  }

  apply(tap) {
    super.apply(tap);
    if (tap.do === "empty") this.cards = this.cards.filter((card) => card.pile !== tap.pile);
    if (tap.do === "mine") this.mine[tap.text ? "add" : "delete"](tap.pile);
  }
}

export default function (given) {
  open(tables, Table, given);
}
