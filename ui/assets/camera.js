// Photos from the phone's own camera, from files, by dropping, or from the webcam. Each is made smaller
// where the browser can (a large JPEG), sent to the app's own address, and named to the page.

const boxes = new WeakMap();

class Box {
  constructor(parent) {
    this.parent = parent;
    this.number = 0;
  }

  update(data, setTriggerValue) {
    this.data = data;
    this.tell = setTriggerValue;
    const drawn = JSON.stringify(data.words);
    if (this.drawn !== drawn) this.draw();
    this.drawn = drawn;
  }

  draw() {
    this.told = document.createElement("p");
    this.told.className = "told";
    this.told.setAttribute("role", "status");
    const box = document.createElement("div");
    box.className = "camera";
    box.append(
      this.way("take", { capture: "environment" }, "M4 8h3l1.6-2.4h6.8L17 8h3v11H4z M12 10a3.4 3.4 0 1 1 0 6.8a3.4 3.4 0 0 1 0-6.8z"),
      this.way("choose", { multiple: "" }, "M4 5h16v14H4z M4 16l5-5 4 4 3-3 4 4 M15.5 9.2a.8.8 0 1 1 0 .01z"),
      this.webcamButton(),
      this.told,
    );
    this.listen(box);
    this.box?.remove();
    this.box = box;
    this.parent.append(box);
  }

  way(word, attributes, drawing) {
    const label = document.createElement("label");
    label.className = word === "take" ? "way first" : "way";
    const input = document.createElement("input");
    input.type = "file";
    input.accept = "image/*,.heic,.heif";
    input.setAttribute("aria-label", this.data.words[word]);
    input.dataset.way = word;
    Object.entries(attributes).forEach(([name, value]) => input.setAttribute(name, value));
    input.addEventListener("change", () => {
      this.take([...input.files]);
      input.value = "";
    });
    label.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true" stroke-linejoin="round" stroke-linecap="round"><path d="${drawing}"/></svg>`;
    const text = document.createElement("span");
    text.textContent = this.data.words[word];
    label.append(text, input);
    return label;
  }

  webcamButton() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "way quiet";
    button.textContent = this.data.words.webcam;
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => (this.stage ? this.stopWebcam() : this.startWebcam()));
    this.button = button;
    return button;
  }

  // Browsers give the webcam to pages on this computer or over https only; the sentence says so.
  async startWebcam() {
    if (!navigator.mediaDevices?.getUserMedia) return this.say(this.data.words.no_webcam, true);
    this.say("");
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({
        video: { width: { ideal: 1920 }, height: { ideal: 1080 }, facingMode: "environment" }, audio: false,
      });
    } catch {
      return this.say(this.data.words.webcam_refused, true);
    }
    const video = Object.assign(document.createElement("video"), { muted: true, autoplay: true, playsInline: true, srcObject: this.stream });
    video.setAttribute("aria-label", this.data.words.webcam_label);
    const shoot = Object.assign(document.createElement("button"), { type: "button", className: "way first", textContent: this.data.words.shoot });
    shoot.addEventListener("click", () => this.shoot(video));
    this.stage = document.createElement("div");
    this.stage.className = "stage";
    this.stage.append(video, shoot);
    this.box.append(this.stage);
    this.button.setAttribute("aria-expanded", "true");
    return video.play();
  }

  stopWebcam() {
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stage?.remove();
    this.stage = null;
    this.button.setAttribute("aria-expanded", "false");
  }

  async shoot(video) {
    if (!video.videoWidth) return;
    const canvas = document.createElement("canvas");
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext("2d").drawImage(video, 0, 0);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.95));
    this.stopWebcam();
    await this.take([blob]);
  }

  listen(box) {
    box.addEventListener("dragover", (event) => { event.preventDefault(); box.classList.add("over"); });
    box.addEventListener("dragleave", () => box.classList.remove("over"));
    box.addEventListener("drop", (event) => {
      event.preventDefault();
      box.classList.remove("over");
      this.take([...event.dataTransfer.files]);
    });
  }

  async take(files) {
    if (!files.length) return;
    this.say(this.data.words.sending);
    const { names, trouble } = await sendAll(files, this.data);
    this.say(trouble ? this.data.words[trouble] ?? this.data.words.not_sent : "", Boolean(trouble));
    if (names.length) this.tell("photos", { number: (this.number += 1), names });
  }

  say(text, trouble = false) {
    this.told.textContent = text;
    this.told.classList.toggle("trouble", trouble);
  }
}

export default function ({ parentElement, data, setTriggerValue }) {
  let box = boxes.get(parentElement);
  if (!box) {
    box = new Box(parentElement);
    boxes.set(parentElement, box);
  }
  box.update(data, setTriggerValue);
  return () => box.stopWebcam();
}
