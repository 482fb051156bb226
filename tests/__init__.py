from tests import cookies

cookies.install()
