// Photos on their way to the app's own address; each is made smaller first where the browser can.

const LONGEST = 2560;
const SMALL_ENOUGH = 1500000;

// Only kinds that a browser opens without surprises are made smaller here; the rest goes as it is.
async function smaller(file) {
  if (file.size < SMALL_ENOUGH || !["image/jpeg", "image/webp"].includes(file.type)) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = LONGEST / Math.max(picture.width, picture.height);
    if (scale >= 1) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return await new Promise((done) => canvas.toBlob((blob) => done(blob ?? file), "image/jpeg", 0.92));
  } catch {
    return file;
  }
}

async function send(file, data) {
  if (file.size > data.limit) return { error: "file_too_large" };
  try {
    const answer = await fetch(data.address, { method: "POST", body: await smaller(file) });
    if (answer.ok) return await answer.json();
    return { error: answer.status === 413 ? "file_too_large" : "not_sent" };
  } catch {
    return { error: "not_sent" };
  }
}

// Several files, one after the other: their names, and the first trouble.
async function sendAll(files, data) {
  const answers = [];
  for (const file of files) answers.push(await send(file, data));
  return { names: answers.filter((answer) => answer.name).map((answer) => answer.name), trouble: answers.find((answer) => answer.error)?.error };
}

// A button that opens the phone's camera or the files; it works on any address.
function fileButton(text, attributes, taken) {
  const label = document.createElement("label");
  label.className = "soft file";
  const input = document.createElement("input");
  Object.assign(input, { type: "file", accept: "image/*,.heic,.heif" });
  input.setAttribute("aria-label", text);
  Object.entries(attributes).forEach(([name, value]) => input.setAttribute(name, value));
  input.addEventListener("change", () => {
    taken([...input.files]);
    input.value = "";
  });
  const shown = document.createElement("span");
  shown.textContent = attributes["data-sign"] ?? text;
  label.append(shown, input);
  return label;
}
