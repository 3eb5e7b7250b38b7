import unittest

class StripFlags(unittest.TestCase):
    def test_nothing(self):
        self.assertEqual(strip_flags([]), [])
