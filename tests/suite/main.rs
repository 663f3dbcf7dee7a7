//! The gate held against the article, the recorded cases and the contract.

mod article;
mod cases;
mod json_suite;
mod properties;
mod refund;
mod rejections;
mod rules;
mod support;
mod types;
