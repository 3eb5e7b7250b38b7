<?php
// class BomTest extends TestCase: there is nothing to test here.
