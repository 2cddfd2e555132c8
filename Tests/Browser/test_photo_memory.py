"""How much memory photos take at most: the server's own, and that of the workers that decode them."""

import base64
import pathlib
import threading
import time

import pytest
from server import ROOT, Site
from uploads import Sender, workers_of

IMAGES = ROOT.parent / "shared/data/images"
MOST_GROWTH = 200
MOST_OF_A_WORKER = 512

# A photo of 12 megapixels: colours that run into each other, edges, and the grain of a sensor.
LARGE_PHOTO = """
async seed => {
    let state = seed + 1;
    const random = () => (state = state * 48271 % 2147483647) / 2147483647;
    const canvas = new OffscreenCanvas(4000, 3000);
    const draw = canvas.getContext('2d');
    for (let i = 0; i < 400; i++) {
        const [x, y, r] = [random() * 4000, random() * 3000, random() * 700];
        const shade = draw.createRadialGradient(x, y, 0, x, y, r);
        shade.addColorStop(0, `hsl(${random() * 360} 60% 60%)`);
        shade.addColorStop(1, `hsl(${random() * 360} 60% 40%)`);
        draw.fillStyle = shade;
        draw.fillRect(x - r, y - r, r * 2, r * 2);
    }
    const pixels = draw.getImageData(0, 0, 4000, 3000);
    for (let i = 0; i < pixels.data.length; i += 4) {
        const grain = random() * 48 - 24;
        for (let part = 0; part < 3; part++) pixels.data[i + part] += grain;
    }
    draw.putImageData(pixels, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    const reader = new FileReader();
    return await new Promise(done => {
        reader.onload = () => done(reader.result.split(',')[1]);
        reader.readAsDataURL(blob);
    });
}
"""


def megabytes(process, line):
    """A figure of /proc/PID/status; 0 for a process that is gone."""
    try:
        text = pathlib.Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return next((int(row.split()[1]) / 1024 for row in text.splitlines() if row.startswith(line + ":")), 0)


class Watch:
    """The peaks of a server and of its workers from now on."""

    def __init__(self, site):
        self.site, self.worker, self.is_over = site, 0, False
        # From here on the peak is that of now (proc(5), clear_refs).
        pathlib.Path(f"/proc/{site.process.pid}/clear_refs").write_text("5")
        self.start = megabytes(site.process.pid, "VmRSS")
        self.thread = threading.Thread(target=self.look, daemon=True)
        self.thread.start()

    def look(self):
        while not self.is_over:
            self.worker = max([self.worker] + [megabytes(worker, "VmHWM") for worker in workers_of(self.site)])
            time.sleep(0.02)

    def end(self, what):
        self.is_over = True
        self.thread.join()
        growth = megabytes(self.site.process.pid, "VmHWM") - self.start
        print(f"\n{what}: server {self.start:.0f} MB and {growth:.0f} MB more at its peak, worker {self.worker:.0f} MB")
        assert growth <= MOST_GROWTH
        assert 0 < self.worker <= MOST_OF_A_WORKER


@pytest.fixture
def running(tmp_path):
    # The first start reads the sample in, which has a peak of its own.
    Site(tmp_path).stop()
    site = Site(tmp_path, settings={"MOEUM_LIMITS": "off"})
    senders = [Sender(tmp_path, f"sender{number}") for number in range(8)]
    for sender in senders:
        sender.connect(site)
        assert sender.ask("GET", "/")[0] == 200
    yield site, senders
    site.stop()


@pytest.mark.skipif(not IMAGES.exists(), reason="no ../shared/data/images")
def test_a_collection_of_odd_photos(running):
    site, senders = running
    photos = sorted(path for path in IMAGES.rglob("*") if path.is_file())
    watch = Watch(site)
    statuses = {}
    for path in photos:
        status, _ = senders[0].upload(path.read_bytes())
        statuses.setdefault(status, []).append(path.name)
    watch.end(f"{len(photos)} files")
    print({status: len(names) for status, names in statuses.items()})
    assert set(statuses) <= {201, 413, 415, 422}
    assert len(statuses[201]) > 100


def test_eight_large_photos_at_once(running, chromium):
    site, senders = running
    page = chromium.new_page()
    photos = [base64.b64decode(page.evaluate(LARGE_PHOTO, seed)) for seed in range(8)]
    page.close()
    assert all(4_000_000 < len(photo) < 10_000_000 for photo in photos), [len(photo) for photo in photos]
    # Drawing them took long enough for the site to hang up.
    for sender in senders:
        sender.connect(site)
    watch = Watch(site)
    statuses = []
    threads = [threading.Thread(target=lambda sender, photo: statuses.append(sender.upload(photo)[0]), args=each)
               for each in zip(senders, photos)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    watch.end("8 photos of 12 megapixels at once")
    assert statuses == [201] * 8
