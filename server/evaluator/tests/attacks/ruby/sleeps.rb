%w[TERM INT HUP].each { |name| trap(name) {} }
sleep 3600
