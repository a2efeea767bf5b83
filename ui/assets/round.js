// The end of a round: who went out, and what everybody has left, by photo, by tapping, or as points.

const rounds = new WeakMap();
const KEYS = ["7", "8", "9", "⌫", "4", "5", "6", "+", "1", "2", "3", "±", "C", "0", "✓"];

class RoundEnd extends Room {
  update(data, setStateValue) {
    this.notes = structuredClone(data.notes);
    super.update(data, setStateValue);
  }

  apply(tap) {
    super.apply(tap);
    const entry = this.notes.entries[tap.pile];
    if (tap.do === "winner") this.notes.winner = tap.text;
    else if (tap.do === "one_go" || tap.do === "joker_last") this.notes[tap.do] = Boolean(tap.text);
    else if (tap.do === "unopened") entry.unopened = Boolean(tap.text);
    else if (tap.do === "left" || tap.do === "laid") entry[tap.do] = tap.text;
    else if (tap.do === "empty") this.cards = this.cards.filter((card) => card.pile !== tap.pile);
    else if (tap.do === "assign") this.cards.filter((card) => card.pile === tap.pile).forEach((card) => { card.pile = tap.text; });
    if (["add", "assign"].includes(tap.do)) {
      const filled = this.notes.entries[tap.do === "add" ? tap.pile : tap.text];
      if (filled) filled.left = "";
    }
  }

  drawAll() {
    const loose = [...new Set(this.cards.map((card) => card.pile))].filter((pile) => !this.notes.entries[pile]);
    const won = this.notes.winner;
    return [
      this.drawWinner(),
      ...(won ? [this.drawHowEnded(), this.drawCamera(), ...this.drawTold(), ...loose.map((pile, place) => this.drawLoose(pile, place)),
        ...this.data.players.map((player) => this.drawPlayer(player)), ...this.drawPhotos()] : []),
    ];
  }

  drawWinner() {
    const box = element("div", { class: "line plain", role: "group", "aria-label": this.words("winner") }, element("b", { class: "ask" }, this.words("winner")));
    this.data.players.forEach((player) => box.append(this.toggle(player.name, this.notes.winner === player.id, { do: "winner", text: player.id }, "strong")));
    return box;
  }

  drawHowEnded() {
    const box = element("div", { class: "line plain" });
    box.append(this.toggle(this.words("one_go"), this.notes.one_go, { do: "one_go", text: this.notes.one_go ? "" : "1" }, "warm"));
    if (this.notes.one_go) box.append(this.toggle(this.words("joker_close"), this.notes.joker_last, { do: "joker_last", text: this.notes.joker_last ? "" : "1" }, "warm"));
    return box;
  }

  toggle(text, on, tap, kind) {
    return element("button", { type: "button", class: `soft ${on ? kind : ""}`, "aria-pressed": String(Boolean(on)), onclick: () => this.say(tap) }, text);
  }

  drawCamera() {
    const box = element("div", { class: "line plain" });
    box.append(fileButton(this.words("photo_all"), { capture: "environment", "data-way": "all" }, (files) => this.send(files, { do: "photo", pile: "" })));
    box.append(fileButton(this.words("pictures_all"), { multiple: "", "data-way": "all-choose" }, (files) => this.send(files, { do: "photo", pile: "" })));
    return box;
  }

  // Cards of which nobody has said yet whose they are.
  drawLoose(pile, place) {
    const cards = this.cards.filter((card) => card.pile === pile);
    const name = this.words("whose", { n: place + 1 });
    const line = element("div", { class: "line", role: "group", "aria-label": name }, element("b", { class: "ask" }, name));
    this.data.players.filter((player) => player.asks_left).forEach((player) => line.append(element("button", {
      type: "button", class: "soft strong", onclick: () => this.say({ do: "assign", pile, text: player.id }),
    }, player.name)));
    line.append(element("button", { type: "button", class: "soft", "aria-label": this.words("nobody"), onclick: () => this.say({ do: "empty", pile }) }, "✕"));
    return element("div", { class: "felt" }, this.drawStrip(cards, name, pile), line);
  }

  drawPlayer(player) {
    const entry = this.notes.entries[player.id];
    const cards = this.cards.filter((card) => card.pile === player.id);
    const asks = player.asks_left && player.id !== (player.wins_with_nothing ? this.notes.winner : null);
    const unopened = entry.unopened && player.id !== this.notes.winner;
    const box = element("section", { class: "player felt", "aria-label": player.name }, element("h3", {}, player.name, element("span", { class: "sum", role: "status" }, this.pending.length ? "…" : player.sum)));
    if (!asks) box.append(element("p", { class: "empty" }, this.words("went_out")));
    else if (player.asks_unopened) box.append(element("div", { class: "line" }, this.toggle(this.words("unopened"), unopened, { do: "unopened", pile: player.id, text: unopened ? "" : "1" }, "warm")));
    if (asks && !(unopened && player.unopened_is_flat)) box.append(...this.drawLeft(player, entry, cards));
    if (player.asks_laid && !unopened) box.append(this.drawField(player, entry, "laid"));
    return box;
  }

  drawLeft(player, entry, cards) {
    const line = element("div", { class: "line" });
    line.append(fileButton(`${player.name}: ${this.words("photo_left")}`, { capture: "environment", "data-way": "left", "data-player": player.name, "data-sign": `📷 ${this.words("photo_left")}` },
      (files) => this.send(files, { do: "photo", pile: player.id })));
    if (cards.some((card) => card.doubtful)) line.append(this.soft("check", () => this.check(player.id), "warm"), this.soft("confirm_all", () => this.say({ do: "confirm_all", pile: player.id })));
    if (cards.length) line.append(element("button", { type: "button", class: "soft", "aria-label": `${player.name}: ${this.words("clear")}`, onclick: () => this.say({ do: "empty", pile: player.id }) }, "✕"));
    return [this.drawField(player, entry, "left"), ...(entry.left.trim() ? [] : [this.drawStrip(cards, player.name, player.id)]), line];
  }

  drawField(player, entry, what) {
    const label = this.words(what, { name: player.name });
    const coarse = window.matchMedia("(pointer: coarse)").matches;
    const field = element("input", {
      type: "text", autocomplete: "off", inputmode: coarse ? "none" : "text", "aria-label": label, placeholder: what === "left" ? "10+15+8" : "", "data-field": `${what}-${player.id}`,
      oninput: (event) => this.type(player, what, event.target.value), onchange: () => this.draw(),
    });
    field.value = entry[what];
    if (coarse) field.addEventListener("click", () => this.keypad(player, what));
    const button = element("button", { type: "button", class: "soft", "aria-label": `${player.name}: ${this.words("keypad")}`, onclick: () => this.keypad(player, what) }, "123");
    const wrong = !this.pending.length && player[`${what}_wrong`];
    return element("div", { class: "field" }, element("label", {}, this.words(`${what}_short`)), element("div", { class: "line" }, field, button),
      wrong ? element("p", { class: "told", role: "status" }, wrong) : null);
  }

  type(player, what, text) {
    this.say({ do: what, pile: player.id, text, once: `${what}-${player.id}`, quiet: true });
  }

  // Keys as large as fingers; what is typed stands in the field, and survives, at every key.
  keypad(player, what) {
    this.keys = { player, what };
    this.refreshPicker();
    if (!this.dialog.open) this.dialog.showModal();
  }

  refreshPicker() {
    if (!this.keys) return super.refreshPicker();
    const { player, what } = this.keys;
    const title = this.words(what, { name: player.name });
    this.dialog.setAttribute("aria-label", title);
    const shown = element("output", { class: "typed" }, this.notes.entries[player.id][what] || "–");
    const keys = element("div", { class: "keypad" }, ...KEYS.map((key) => element("button", {
      type: "button", class: key === "✓" ? "soft strong" : "soft", "data-key": key, "aria-label": this.keyName(key), onclick: () => this.press(key),
    }, key)));
    this.dialog.replaceChildren(element("header", {}, element("h2", {}, title), shown), keys);
    return undefined;
  }

  keyName(key) {
    return { "⌫": this.words("key_back"), "±": this.words("key_sign"), C: this.words("key_clear"), "✓": this.words("done"), "+": this.words("key_plus") }[key] ?? key;
  }

  press(key) {
    const { player, what } = this.keys;
    if (key === "✓") return this.dialog.close();
    const now = this.notes.entries[player.id][what];
    this.type(player, what, typed(now, key));
    this.refreshPicker();
    return this.dialog.querySelector(`[data-key="${key}"]`)?.focus();
  }

  pick(id, pile) {
    this.keys = null;
    super.pick(id, pile);
  }

  closed() {
    if (!this.dialog.open && this.keys) {
      const { player, what } = this.keys;
      this.keys = null;
      this.draw();
      this.room.querySelector(`[data-field="${what}-${player.id}"]`)?.parentElement.querySelector("button")?.focus();
      return;
    }
    super.closed();
  }
}

// What stands in the field after one more key.
function typed(text, key) {
  if (key === "C") return "";
  if (key === "⌫") return text.slice(0, -1);
  if (key === "±") return text.startsWith("-") ? text.slice(1) : `-${text}`;
  if (key === "+") return text && !/[+-]$/.test(text) ? `${text}+` : text;
  return text + key;
}

export default function (given) {
  open(rounds, RoundEnd, given);
}
