// The hand on the felt, above it its photos.

const hands = new WeakMap();

class Hand extends Room {
  drawAll() {
    return [...this.drawPhotos(), ...this.drawTold(), this.drawFelt()];
  }

  drawFelt() {
    const doubtful = this.cards.some((card) => card.doubtful);
    const strip = this.drawStrip(this.cards, this.words("hand"));
    if (!this.cards.length) strip.append(element("li", { class: "empty" }, this.words("empty")));
    const line = element("div", { class: "line" }, element("span", { class: "count", role: "status" }, this.countText(this.cards)));
    if (doubtful) {
      line.append(this.soft("check", () => this.check(), "warm"));
      line.append(this.soft("confirm_all", () => this.say({ do: "confirm_all" })));
    }
    if (this.cards.length) line.append(this.soft("advice", () => this.toAdvice(), doubtful ? "" : "warm"));
    if (this.cards.length > 1) line.append(this.soft("sort", () => this.say({ do: "sort" })));
    if (this.data.undo) line.append(this.soft("undo", () => this.say({ do: "undo" })));
    if (this.cards.length) line.append(this.soft("clear", () => this.say({ do: "clear" })));
    line.append(this.drawFour());
    return element("div", { class: "felt" }, strip, line);
  }

  drawFour() {
    const four = Boolean(this.data.four);
    const signs = [["C", "♣"], ["D", "♦"]].map(([suit, sign]) => element("span", { class: `sign ${suit}`, "aria-hidden": "true" }, sign));
    return element("button", {
      type: "button", class: four ? "soft four" : "soft", "aria-label": this.words("four"), title: this.words("four"), "aria-pressed": String(four),
      onclick: () => { this.data.four = !four; this.say({ do: "four", text: four ? "" : "1" }); },
    }, ...signs);
  }

  toAdvice() {
    document.querySelector(".advice-here")?.scrollIntoView({ behavior: "smooth", block: "start" });
  }
}

export default function (given) {
  open(hands, Hand, given);
}
