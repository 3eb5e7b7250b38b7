<?php

it('passes', function () {
    expect(true)->toBeTrue();
});
