"""Pictures made up for tests, each of one colour, so that they can be told apart."""

import cv2
import numpy

COLOURS = {"red": (40, 40, 200), "green": (60, 160, 40), "blue": (190, 80, 30), "white": (250, 250, 250),
           "black": (20, 20, 20), "yellow": (40, 200, 230), "grey": (128, 128, 128)}
TYPES = {"jpg": "image/jpeg", "png": "image/png", "webp": "image/webp"}


def picture(colour, width=64, height=48, kind="jpg"):
    """A file as a browser's form takes it."""
    pixels = numpy.full((height, width, 3), COLOURS[colour], numpy.uint8)
    return given(f"{colour}.{kind}", cv2.imencode(f".{kind}", pixels)[1].tobytes(), TYPES[kind])


def noise(width, height, quality=95):
    """A photo that no format makes small."""
    pixels = numpy.random.default_rng(1).integers(0, 255, (height, width, 3), numpy.uint8)
    data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
    return given("noise.jpg", data, "image/jpeg")


def given(name, data, kind):
    return {"name": name, "mimeType": kind, "buffer": data}


def colour(data):
    """Which of the colours the middle of a picture has."""
    pixels = cv2.imdecode(numpy.frombuffer(data, numpy.uint8), cv2.IMREAD_COLOR)
    middle = pixels[pixels.shape[0] // 2, pixels.shape[1] // 2].astype(int)
    return min(COLOURS, key=lambda name: numpy.abs(middle - COLOURS[name]).sum())
