use std::fs;

use rustix::fd::AsFd;
use rustix::pipe::PipeFlags;

use super::*;
use crate::protocol::{ContinueRequest, InputFile, MAX_FRAME, Stopped};
use crate::step::tests::shell;

struct Place {
    top: tempfile::TempDir,
    areas: Areas,
}

fn place() -> Place {
    let top = tempfile::tempdir().unwrap();
    for name in ["work", "tmp", "private"] {
        fs::create_dir(top.path().join(name)).unwrap();
    }
    let areas = Areas {
        work: top.path().join("work"),
        others: vec![top.path().join("tmp")],
        private: top.path().join("private"),
    };
    Place { top, areas }
}

/// Sends bytes and keeps the input open until that many answers have come. Inputs must fit into a pipe.
fn serve_bytes(place: &Place, bytes: &[u8], answers: usize) -> (Vec<Response>, Result<(), ServeError>) {
    let pipe = || rustix::pipe::pipe_with(PipeFlags::CLOEXEC).unwrap();
    let ((requests, to_server), (from_server, to_us)) = (pipe(), pipe());
    let mut to_server = fs::File::from(to_server);
    to_server.write_all(bytes).unwrap();
    std::thread::scope(|scope| {
        let served =
            scope.spawn(move || serve(requests.as_fd(), &mut fs::File::from(to_us), &place.areas, &Territory::Group));
        let mut from_server = fs::File::from(from_server);
        let mut next = || frame::read(&mut from_server).unwrap().map(|body| frame::decode(&body).unwrap());
        let mut responses: Vec<Response> = (0..answers).map_while(|_| next()).collect();
        drop(to_server);
        responses.extend(std::iter::from_fn(next));
        (responses, served.join().unwrap())
    })
}

fn serve_all(place: &Place, requests: &[Request]) -> Vec<Response> {
    let bytes: Vec<u8> = requests.iter().flat_map(|request| frame::encode(request).unwrap()).collect();
    let (responses, result) = serve_bytes(place, &bytes, requests.len());
    result.unwrap();
    responses
}

fn request(id: &str, files: &[(&str, &str)], steps: Vec<Step>) -> Request {
    let files = files.iter().map(|(path, text)| InputFile { path: (*path).into(), text: (*text).into() }).collect();
    Request::Run(RunRequest { id: id.into(), files, steps, ..RunRequest::default() })
}

fn in_folder(name: &str, script: &str, required: bool, reset: bool) -> Step {
    Step { name: name.into(), cwd: "{dir}".into(), required, reset, ..shell(script) }
}

fn steps(response: &Response) -> Vec<(&str, &str)> {
    let Response::Ran { steps, .. } = response else { panic!("{response:?}") };
    steps.iter().map(|step| (step.name.as_str(), step.log.as_str())).collect()
}

#[test]
fn hello_tells_the_protocol() {
    let responses = serve_all(&place(), &[Request::Hello]);
    assert!(matches!(&responses[..], [Response::Hello { protocol: PROTOCOL, .. }]));
}

#[test]
fn a_run_gets_its_files_and_leaves_nothing() {
    let place = place();
    let tmp = place.areas.others[0].display().to_string();
    let look = format!("cat a/b; echo x > {tmp}/left; echo x > ../../left; mkdir -m 0 locked; ls {tmp}");
    let next = format!("ls -A . {tmp} ../..");
    let responses = serve_all(
        &place,
        &[
            request("r-1", &[("a/b", "text\n")], vec![in_folder("one", &look, false, false)]),
            request("r-2", &[], vec![in_folder("two", &next, false, false)]),
        ],
    );
    assert_eq!(steps(&responses[0]), [("one", "text\nleft\n")]);
    assert_eq!(steps(&responses[1]), [("two", format!(".:\n\n../..:\ns\n\n{tmp}:\n").as_str())]);
    assert_eq!(fs::read_dir(place.top.path().join("work")).unwrap().count(), 0);
}

#[test]
fn steps_after_a_failed_required_step_are_not_run() {
    let plan = |code: u8, required| {
        vec![in_folder("build", &format!("exit {code}"), required, false), in_folder("run", "echo ran", true, false)]
    };
    let responses = serve_all(
        &place(),
        &[request("a", &[], plan(1, true)), request("b", &[], plan(1, false)), request("c", &[], plan(0, true))],
    );
    assert_eq!(steps(&responses[0]), [("build", "")]);
    assert_eq!(steps(&responses[1]), [("build", ""), ("run", "ran\n")]);
    assert_eq!(steps(&responses[2]), [("build", ""), ("run", "ran\n")]);
}

#[test]
fn a_required_step_that_was_stopped_ends_the_run_whatever_its_code() {
    let mut flood = in_folder("build", "printf 12345; exit 0", true, false);
    flood.output_bytes = 4;
    let responses = serve_all(&place(), &[request("a", &[], vec![flood, in_folder("run", "", true, false)])]);
    let Response::Ran { steps, .. } = &responses[0] else { panic!("{responses:?}") };
    assert_eq!((steps.len(), steps[0].stopped), (1, Some(Stopped::OutputLimit)));
}

#[test]
fn a_reset_step_cannot_leave_a_message_but_a_build_can_leave_a_binary() {
    let place = place();
    let tmp = place.areas.others[0].display().to_string();
    let suite = format!("ls; ./tool; echo seen > note; echo seen > {tmp}/note; echo 'echo changed' > tool; ls {tmp}");
    let responses = serve_all(
        &place,
        &[request(
            "r",
            &[("tool", "echo built\n")],
            vec![
                in_folder("build", &format!("chmod +x tool; touch {tmp}/note"), true, false),
                in_folder("baseline", &suite, true, true),
                in_folder("control", &suite, false, true),
            ],
        )],
    );
    let expected = "tool\nbuilt\nnote\n";
    assert_eq!(steps(&responses[0]), [("build", ""), ("baseline", expected), ("control", expected)]);
}

#[test]
fn a_kept_run_goes_on_and_a_new_one_drops_it() {
    let place = place();
    let tmp = place.areas.others[0].display().to_string();
    let file = |path: &str| InputFile { path: path.into(), text: "new\n".into() };
    let more = |id: &str, keep| {
        let steps = vec![in_folder("more", &format!("cat a b; ls . {tmp}; echo x > a"), true, true)];
        Request::Continue(ContinueRequest { id: id.into(), files: vec![file("b")], steps, keep })
    };
    let Request::Run(run) = request(
        "r",
        &[("a", "built\n"), ("b", "old\n")],
        vec![
            in_folder("build", &format!("touch built {tmp}/x"), true, false),
            in_folder("run", "rm *; exit 1", true, true),
        ],
    ) else {
        panic!("not a run")
    };
    let kept = Request::Run(RunRequest { keep: true, ..run });
    let responses = serve_all(
        &place,
        &[
            more("r", true),
            kept.clone(),
            more("r", true),
            more("q", true),
            more("r", false),
            more("r", false),
            kept,
            request("s", &[], vec![in_folder("look", "ls ..", true, false)]),
            more("r", false),
        ],
    );
    let went_on = format!("built\nnew\n.:\na\nb\nbuilt\n\n{tmp}:\n");
    for (at, response) in responses.iter().enumerate() {
        match (at, response) {
            (0 | 3 | 5 | 8, Response::Fault { cause, .. }) => assert!(cause.contains("not kept"), "{cause}"),
            (1 | 6, Response::Ran { .. }) => assert_eq!(steps(response), [("build", ""), ("run", "")]),
            (2 | 4, Response::Ran { .. }) => assert_eq!(steps(response), [("more", went_on.as_str())]),
            (7, Response::Ran { .. }) => assert_eq!(steps(response), [("look", "s\n")]),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn what_cannot_be_copied_is_not_brought_back() {
    let run = vec![
        in_folder("build", "mkfifo pipe; touch file", true, false),
        in_folder("baseline", "ls", true, true),
        in_folder("control", "ls", false, true),
    ];
    let responses = serve_all(&place(), &[request("r", &[], run)]);
    assert_eq!(steps(&responses[0]), [("build", ""), ("baseline", "file\npipe\n"), ("control", "")]);
}

#[test]
fn bad_requests_are_answered_with_a_fault_and_the_next_one_still_runs() {
    let place = place();
    let mut bytes = frame::encode(&"not a request").unwrap();
    bytes.extend(frame::encode(&request("r", &[("../escape", "x")], Vec::new())).unwrap());
    bytes.extend(frame::encode(&request("r", &[("a", "x"), ("a/b", "x")], Vec::new())).unwrap());
    bytes.extend(frame::encode(&request("r", &[], vec![in_folder("one", "echo fine", false, false)])).unwrap());
    let (responses, result) = serve_bytes(&place, &bytes, 4);
    result.unwrap();
    let causes: Vec<_> = responses
        .iter()
        .filter_map(|r| if let Response::Fault { what, cause } = r { Some(format!("{what}: {cause}")) } else { None })
        .collect();
    assert_eq!(causes.len(), 3, "{responses:?}");
    assert!(causes[1].contains("../escape"), "{causes:?}");
    assert!(causes[2].starts_with("writing the files of a run"), "{causes:?}");
    assert_eq!(steps(&responses[3]), [("one", "fine\n")]);
    assert!(!place.top.path().join("work/escape").exists());
}

#[test]
fn a_frame_that_is_too_long_ends_the_supervisor() {
    let (responses, result) = serve_bytes(&place(), &(MAX_FRAME + 1).to_be_bytes(), 1);
    assert!(matches!(&responses[..], [Response::Fault { .. }]), "{responses:?}");
    assert!(result.unwrap_err().to_string().contains("longer than the limit"));
}

#[test]
fn a_host_that_hangs_up_ends_the_run() {
    let began = std::time::Instant::now();
    let step = in_folder("long", "sleep 60", false, false);
    let (responses, result) = serve_bytes(&place(), &frame::encode(&request("r", &[], vec![step])).unwrap(), 0);
    result.unwrap();
    assert_eq!(responses, []);
    assert!(began.elapsed().as_secs() < 15);
}
