%w[TERM INT HUP].each { |name| trap(name) {} }
fork { Process.setsid; sleep }
sleep
