"""Two ways to use a page: pointing at things, and the keyboard alone."""


class Pointer:
    """A mouse, and keys for words alone."""

    # Where its fields are, on a page with several forms of a kind.
    part = "main"

    def __init__(self, page):
        self.page = page

    def fill(self, name, text):
        self.page.locator(f"{self.part} [name={name}]").first.fill(text)

    def tick(self, name, value="1"):
        self.page.check(f"{self.part} [name={name}][value='{value}']")

    def choose(self, name, value, part="main"):
        """One of a list that opens."""
        self.page.select_option(f"{part} [name={name}]", value)

    def press(self, selector="main form .btn"):
        """A button or a link, and waits for the page that follows."""
        with self.page.expect_navigation():
            self.page.locator(selector).first.click()

    def open(self, selector):
        """Something that shows more of the same page."""
        self.page.locator(selector).first.click()

    def send(self, action):
        """The button of the form with that action."""
        self.press(f"form[action='{action}'] button:not([type=button]) >> visible=true")

    def choose_file(self, name, path):
        self.page.set_input_files(f"main [name={name}]", path)

    def download(self, selector):
        with self.page.expect_download() as download:
            self.page.locator(selector).first.click()
        return download.value


class Keyboard(Pointer):
    """Tab, Enter, Space, arrows, and letters into the field that has the focus."""

    def __init__(self, page):
        super().__init__(page)
        # Listening from the start on: a browser told only at the press of a key may open its own
        # dialog before it hears of it, and then nobody is asked for a file.
        page.on("filechooser", lambda _: None)

    def reach(self, selector):
        goal = self.page.locator(selector).first
        goal.wait_for(state="visible")
        for _ in range(150):
            if goal.evaluate("e => e === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}")

    def fill(self, name, text):
        self.reach(f"{self.part} [name={name}]")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)

    def tick(self, name, value="1"):
        group = f"{self.part} [name={name}]"
        goal = self.page.locator(f"{group}[value='{value}']")
        if goal.get_attribute("type") == "radio":
            # Tab comes to a group at its chosen one, or its first where none is; arrows go on from there.
            is_chosen = self.page.locator(f"{group}:checked").count() > 0
            self.reach(f"{group}:checked" if is_chosen else group)
            if not is_chosen:
                self.page.keyboard.press("Space")
            for _ in range(self.page.locator(group).count()):
                if goal.is_checked():
                    return
                self.page.keyboard.press("ArrowDown")
        else:
            self.reach(f"{group}[value='{value}']")
            self.page.keyboard.press("Space")
        assert goal.is_checked()

    def choose(self, name, value, part="main"):
        goal = self.page.locator(f"{part} [name={name}]")
        self.reach(f"{part} [name={name}]")
        for _ in range(goal.locator("option").count()):
            if goal.input_value() == value:
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"the arrows never come to {value}")

    def press(self, selector="main form .btn"):
        self.reach(selector)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def open(self, selector):
        self.reach(selector)
        self.page.keyboard.press("Enter")

    def choose_file(self, name, path):
        self.reach(f"main [name={name}]")
        with self.page.expect_file_chooser() as chooser:
            self.page.keyboard.press("Space")
        chooser.value.set_files(path)

    def download(self, selector):
        self.reach(selector)
        with self.page.expect_download() as download:
            self.page.keyboard.press("Enter")
        return download.value
