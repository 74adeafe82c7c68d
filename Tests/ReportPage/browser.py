"""A browser without a window, driven by its DevTools protocol: enough to click, to type, and to look. It needs nothing but
Python's own library and Chromium."""

import base64
import http.client
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time


class Browser:
    """Chromium with one page, which is closed at the end of a `with` block."""

    def __init__(self, width=1400, height=900):
        self.size = (width, height)
        self.errors = []
        self.number = 0

    def __enter__(self):
        program = next((p for p in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if p), None)
        if program is None:
            raise SystemExit("There is no Chromium. Install it, on Debian and Ubuntu with: sudo apt-get install chromium")
        self.folder = tempfile.mkdtemp()
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions", "--no-first-run",
                   "--remote-debugging-port=0", f"--user-data-dir={self.folder}",
                   "--window-size=%d,%d" % self.size, "about:blank"]
        self.process = subprocess.Popen([program] + options, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = self.wait(self.read_port, "Chromium has not started")
        target = self.wait(lambda: self.find_page(port), "Chromium has no page")
        self.connect(port, target["webSocketDebuggerUrl"].split("/", 3)[3])
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    # What the user does.

    def open(self, path):
        self.errors = []
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait(lambda: self.value("document.readyState") == "complete", "the page is not loaded")

    def click(self, selector, text=None):
        """Clicks on the middle of the first element of a selector, perhaps one with a text in it."""
        x, y = self.wait(lambda: self.place(selector, text), f"there is no {selector} with {text!r}")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def type(self, text):
        for character in text:
            self.call("Input.dispatchKeyEvent", type="keyDown", text=character, key=character)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=character)

    def press(self, key, code):
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    # What the user sees.

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{expression}: {answer['exceptionDetails']['text']}")
        return answer["result"].get("value")

    def text(self, selector):
        return self.value(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")

    def count(self, selector):
        return self.value(f"document.querySelectorAll({json.dumps(selector)}).length")

    def expect(self, what, condition):
        """Waits until something is so, or ends the program."""
        self.wait(condition, what + ": it is not so")
        print("ok: " + what)

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def place(self, selector, text):
        return self.value("""(() => {
            const found = [...document.querySelectorAll(%s)].find(e => %s === null || e.textContent.includes(%s));
            if (!found) return null;
            found.scrollIntoView({ block: "center", inline: "center" });
            const box = found.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        })()""" % (json.dumps(selector), json.dumps(text), json.dumps(text)))

    @staticmethod
    def wait(condition, message):
        end = time.monotonic() + 120
        while time.monotonic() < end:
            found = condition()
            if found:
                return found
            time.sleep(0.02)
        raise SystemExit(message)

    # The protocol.

    def read_port(self):
        try:
            with open(os.path.join(self.folder, "DevToolsActivePort")) as file:
                return int(file.readline())
        except (OSError, ValueError):
            return None

    @staticmethod
    def find_page(port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("GET", "/json/list")
        pages = json.loads(connection.getresponse().read())
        connection.close()
        return next((page for page in pages if page["type"] == "page"), None)

    def connect(self, port, path):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /{path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        self.input = self.socket.makefile("rb")
        while self.input.readline().strip():
            pass

    def call(self, method, **parameters):
        self.number += 1
        self.send(json.dumps({"id": self.number, "method": method, "params": parameters}).encode())
        while True:
            message = json.loads(self.receive())
            if message.get("id") == self.number:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']['message']}")
                return message["result"]
            self.note(message)

    def note(self, message):
        parameters = message.get("params", {})
        if message["method"] == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif message["method"] == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.errors.append(parameters["entry"]["text"])
        elif message["method"] == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.errors.append(str(parameters["args"]))

    def send(self, data):
        mask = os.urandom(4)
        length = len(data)
        head = struct.pack("!BB", 0x81, 0x80 | length) if length < 126 else (
            struct.pack("!BBH", 0x81, 0x80 | 126, length) if length < 65536 else
            struct.pack("!BBQ", 0x81, 0x80 | 127, length))
        self.socket.sendall(head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(data)))

    def receive(self):
        data = b""
        while True:
            first, length = self.input.read(2)
            length &= 0x7F
            if length == 126:
                length = struct.unpack("!H", self.input.read(2))[0]
            elif length == 127:
                length = struct.unpack("!Q", self.input.read(8))[0]
            data += self.input.read(length)
            if first & 0x80:
                return data
