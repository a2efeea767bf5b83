// A file with games, read in the browser and handed to the page as text.

const MOST = 20000000;

export default function ({ parentElement, data, setTriggerValue }) {
  const told = document.createElement("p");
  told.className = "told";
  told.hidden = true;
  const button = fileButton(data.words.choose, { "data-way": "games" }, async ([file]) => {
    if (!file) return;
    told.hidden = file.size <= MOST;
    told.textContent = data.words.too_large;
    if (file.size <= MOST) setTriggerValue("file", { name: file.name, text: await file.text() });
  });
  const input = button.querySelector("input");
  input.accept = ".json,.csv,application/json,text/csv";
  parentElement.replaceChildren(Object.assign(document.createElement("div"), { className: "line plain" }), told);
  parentElement.firstChild.append(button);
}
