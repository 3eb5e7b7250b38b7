# A fork server for tests. What comes on descriptor 0 is Perl, and is evaluated. With --server it does what the
# supervisor's README asks of a server; a second argument names a way to fail at it.
use strict;
use warnings;
use POSIX ();

our $count = 0;    # For suites: one that changes it must not be seen by another.
my ($form, $fault) = (@ARGV, '', '');

sub answer { my ($text) = @_; POSIX::write(4, "$text\n", length($text) + 1) }

sub request {
    my $code = do { local $/; <STDIN> };
    $| = 1;
    no strict;
    eval $code;
    print STDERR $@ if $@;
    exit($@ ? 1 : 0);
}

sub channel {
    my ($path, $flags, @targets) = @_;
    my $opened = POSIX::open($path, $flags) // POSIX::_exit(97);
    POSIX::dup2($opened, $_) for @targets;
    POSIX::close($opened) unless grep { $_ == $opened } @targets;
}

sub become {
    my ($in, $out, $report, $cpu, $uid, $gid, $cwd, @env) = @_;
    POSIX::close($_) for 3, 4;
    POSIX::setsid();
    channel($in, POSIX::O_RDONLY(), 0);
    channel($out, POSIX::O_WRONLY(), 1, 2);
    channel($report, POSIX::O_WRONLY(), 3);
    my $setrlimit = (POSIX::uname())[4] eq 'x86_64' ? 160 : 164;
    syscall($setrlimit, 0, pack('QQ', $cpu, $cpu + 1));
    %ENV = map { split /=/, $_, 2 } @env;
    $) = "$gid $gid";
    POSIX::setgid($gid);
    POSIX::setuid($uid);
    POSIX::_exit(98) if $< != $uid || $> != $uid || ($uid && POSIX::setuid(0));
    chdir $cwd or POSIX::_exit(99);
    umask 077;
    request();
}

request() if $form ne '--server';
print STDERR "what the server says\n";
sleep 60 if $fault eq 'never-ready';
exit 3 if $fault eq 'ends';
open(my $commands, '<&=', 3) or die $!;
answer('ready');
while (my $line = <$commands>) {
    chomp $line;
    my ($verb, @fields) = split /\t/, $line, -1;
    exit 4 if $fault eq 'dies';
    sleep 60 if $fault eq 'hangs';
    if ($fault eq 'refuses') { answer('error not today'); next }
    if ($fault eq 'stillborn') {
        # A process that ends before it has opened anything.
        pipe(my $from, my $to);
        my $between = fork;
        if (!$between) { my $main = fork; POSIX::_exit(5) if !$main; syswrite $to, $main; POSIX::_exit(0) }
        waitpid $between, 0;
        sysread $from, my $main, 20;
        answer($main);
        next;
    }
    pipe(my $from, my $to);
    my $between = fork;
    if (!defined $between) { answer("error $!"); next }
    if (!$between) {
        my $main = fork;
        if (!$main) { close $from; close $to; become(@fields) }
        syswrite $to, $main // 'error';
        POSIX::_exit(0);
    }
    close $to;
    sysread $from, my $main, 20;
    waitpid $between, 0;
    answer($main);
}
