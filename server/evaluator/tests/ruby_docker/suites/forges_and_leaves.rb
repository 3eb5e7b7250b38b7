IO.for_fd(3, 'w').syswrite(%({"number":0,"event":"start","count":1}\n{"number":1,"event":"done","rc":0}\n))
exit!(0)
