"""How long a plain detector takes for a photo and what it holds: ``PYTHON theirs.py PHOTO ROUNDS``.

It is ultralytics with YOLO11n as people install it, in an environment of its own, on the whole photo at our stage 1's
size. Its weights are random: only its time and memory are looked at. Stands alone.
"""

from __future__ import annotations

import json
import resource
import statistics
import sys
import time

SIDE = 1280

if __name__ == "__main__":
    from ultralytics import YOLO

    photo, rounds = sys.argv[1:]
    detector, times = YOLO("yolo11n.yaml"), []
    for _ in range(int(rounds) + 1):
        began = time.perf_counter()
        detector.predict(photo, imgsz=SIDE, verbose=False, device="cpu")
        times.append(1000 * (time.perf_counter() - began))
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([statistics.median(times[1:]), held]))
