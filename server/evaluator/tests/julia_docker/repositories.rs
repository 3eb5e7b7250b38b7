//! Every repository of the image, as the starter prepares it.

use crate::support::Lab;

/// Repository, and tasks that it must at least offer.
const AT_LEAST: [(&str, usize); 8] = [
    ("base64", 5),
    ("dates", 12),
    ("delimitedfiles", 6),
    ("markdown", 30),
    ("toml", 20),
    ("serialization", 20),
    ("sparsearrays", 60),
    ("statistics", 10),
];

#[tokio::test]
async fn every_repository_offers_its_tasks() {
    let lab = Lab::open().await;
    let names: Vec<_> = lab.repositories.iter().map(|spec| spec.name.as_str().to_owned()).collect();
    assert_eq!(names, AT_LEAST.map(|(name, _)| name));
    let mut wrong = Vec::new();
    for (name, at_least) in AT_LEAST {
        let repository = lab.repository(name);
        let focals = lab.focals(repository).await;
        let prepared = lab.prepare(repository, &focals).await;
        let tasks: Vec<_> = prepared.iter().flatten().collect();
        let mutants: usize = tasks.iter().map(|task| task.mutants.valid.len()).sum();
        let invalid: usize = tasks.iter().map(|task| task.mutants.invalid.len()).sum();
        println!("{name}: {} of {} functions, {mutants} mutants, {invalid} invalid", tasks.len(), focals.len());
        for ((focal, _), problem) in focals.iter().zip(&prepared) {
            if let Err(problem) = problem {
                println!("  {} {}:{} {problem}", focal.qualified_name, focal.path, focal.start_line);
            }
        }
        if tasks.len() < at_least {
            wrong.push(format!("{name}: {} tasks", tasks.len()));
        }
        for task in tasks {
            assert!(!task.executable.0.is_empty());
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
