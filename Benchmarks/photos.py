"""How many photos a worker takes in a second, against vips run alone on the same files with the same outputs.

The worker is the release build's own, a process and a folder for each photo as the server does it: its start without reach
of other files, magic bytes, probe, decoding, cleaning, three WebP and a JPEG, each synced to the disk, colour and
placeholder. Beside it `vipsthumbnail` (Debian's libvips-tools), one thread, makes the same four files of the same photos
and syncs nothing: one process decodes all photos, once each, and one more for each size writes that of all. Photos are made
up: 12 megapixels of blurred noise, and smaller ones. Rounds alternate; the figures are medians. Seconds of the processor are
counted too: they hold on a busy machine. Goal: at least 0.85 of the throughput of vips.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
OUTPUTS = [(320, "320.webp", "[Q=80,strip]"), (640, "640.webp", "[Q=80,strip]"), (1280, "1280.webp", "[Q=80,strip]"),
           (1280, "shared.jpg", "[Q=80,strip,optimize_coding]")]
ENVIRONMENT = {"MALLOC_ARENA_MAX": "1", "VIPSHOME": "/nonexistent"}


def make_photos(folder, count):
    """Photos with something in every corner, each its own."""
    paths = []
    for number in range(count):
        width, height = [(4000, 3000), (1800, 1200), (900, 1600)][number % 3]
        noise, picture = f"{folder}/noise.v", f"{folder}/{number}.jpg"
        subprocess.run(["vips", "gaussnoise", noise, str(width // 8), str(height // 8), "--sigma", "60", "--mean", "128",
                        "--seed", str(number)], check=True)
        subprocess.run(["vips", "resize", noise, f"{folder}/large.v", "8"], check=True)
        subprocess.run(["vips", "cast", f"{folder}/large.v", f"{folder}/bytes.v", "uchar"], check=True)
        subprocess.run(["vips", "bandjoin", f"{folder}/bytes.v {folder}/bytes.v {folder}/bytes.v", f"{folder}/rgb.v"],
                       check=True)
        subprocess.run(["vips", "copy", f"{folder}/rgb.v", f"{picture}[Q=90]", "--interpretation", "srgb"], check=True)
        paths.append(picture)
    return paths


class Worker:
    """As the server does it: a process and a folder for each job."""

    def __init__(self, program, folder):
        (self.program, self.folder, self.jobs) = (program, folder, 0)
        # Seconds of the processor, and of the memory of the largest process so far in MB.
        (self.used, self.peak) = (0, 0)

    def own_folder(self, path):
        """An empty folder with the picture in it."""
        self.jobs += 1
        own = f"{self.folder}/job-{self.jobs}"
        os.mkdir(own)
        if path:
            os.link(path, f"{own}/photo")
        return own

    def ask(self, job, own, wanted):
        """:returns: seconds of the processor."""
        process = subprocess.Popen([self.program, "photo-worker", "--folder", own], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENVIRONMENT, text=True)
        with process.stdin, process.stdout:
            process.stdin.write(json.dumps(job) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            assert wanted in answer, answer
        _, process.returncode, usage = os.wait4(process.pid, 0)
        self.peak = max(self.peak, usage.ru_maxrss // 1024)
        self.used += usage.ru_utime + usage.ru_stime
        return usage.ru_utime + usage.ru_stime

    def take(self, path):
        own = self.own_folder(path)
        self.ask({"decode": {"_0": {"input": f"{own}/photo", "folder": own, "name": "photo"}}}, own, '"done"')

    def take_all(self, photos):
        for photo in photos:
            self.take(photo)


def children_seconds():
    times = os.times()
    return times.children_user + times.children_system


def measure(work, photos, seconds):
    """Photos a second, and seconds of the processor for each."""
    start, used = time.perf_counter(), seconds()
    work(photos)
    return len(photos) / (time.perf_counter() - start), (seconds() - used) / len(photos)


def run_vips(photos, folder):
    def thumbnails(sources, width, output):
        subprocess.run(["vipsthumbnail", *sources, "--size", f"{width}x>", "-o", f"{folder}/{output}"],
                       env=os.environ | {"VIPS_CONCURRENCY": "1"}, check=True)

    thumbnails(photos, 1280, "%s-decoded.v")
    decoded = [f"{folder}/{pathlib.Path(photo).stem}-decoded.v" for photo in photos]
    for width, name, options in OUTPUTS:
        thumbnails(decoded, width, f"%s-{name}{options}")


def row(name, rounds, reference, peak):
    rate, seconds = (statistics.median(column) for column in zip(*rounds))
    rates = statistics.median(one[0] / other[0] for one, other in zip(rounds, reference))
    shares = statistics.median(one[1] / other[1] for one, other in zip(rounds, reference))
    return f"| {name} | {rate:.2f} | {rates:.2f}× | {seconds * 1_000:.0f} | {shares:.2f}× | {peak} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default=str(ROOT / ".build/release/moeum"))
    parser.add_argument("--photos", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        photos = make_photos(folder, options.photos)
        worker = Worker(options.program, folder)
        worker.take(photos[0])
        ours, theirs = [], []
        for _ in range(options.rounds):
            ours.append(measure(worker.take_all, photos, lambda: worker.used))
            theirs.append(measure(lambda batch: run_vips(batch, folder), photos, children_seconds))
        print("| one thread, three WebP and a JPEG | photos/s | ratio | CPU ms | ratio | peak MB |")
        print("|---|---:|---:|---:|---:|---:|")
        print(row("vipsthumbnail", theirs, theirs, ""))
        print(row("photo worker", ours, theirs, worker.peak))


if __name__ == "__main__":
    main()
