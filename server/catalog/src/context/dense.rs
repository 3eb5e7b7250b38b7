//! The same windows ranked by an embedding model.

/// An embedding model: texts in, one vector each out. The same texts must give the same vectors.
pub trait Embedder: Send + Sync {
    /// What it calls itself, for readers.
    fn name(&self) -> String;
    /// One vector for each text, all of one length.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// Why a model gave no vectors.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the embedding model failed: {0}")]
pub struct EmbedError(pub String);

/// Asks a model and checks what it answers.
pub(super) fn embed(embedder: &dyn Embedder, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
    let vectors = embedder.embed(texts)?;
    if vectors.len() != texts.len() {
        return Err(EmbedError(format!("{} vectors came for {} texts", vectors.len(), texts.len())));
    }
    let length = vectors.first().map_or(0, Vec::len);
    if vectors.iter().any(|v| v.len() != length || v.is_empty() || v.iter().any(|x| !x.is_finite())) {
        return Err(EmbedError("its vectors are empty, of several lengths, or not finite".to_owned()));
    }
    Ok(vectors)
}

/// Cosine of the angle between the query and each vector; 0 for a vector of zeros.
pub(super) fn similarities(query: &[Vec<f32>], vectors: &[Vec<f32>]) -> Vec<f64> {
    let query = query.first().map_or(&[][..], Vec::as_slice);
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
    let length = |v: &[f32]| dot(v, v).sqrt();
    vectors
        .iter()
        .map(|vector| {
            let both = length(query) * length(vector);
            if both > 0.0 { dot(query, vector) / both } else { 0.0 }
        })
        .collect()
}
