//! Starts gcf-lsp, which has to be on PATH, for GCF documents.

use zed_extension_api::{self as zed, serde_json, settings::LspSettings, LanguageServerId, Result, Worktree};

struct Gcf;

impl zed::Extension for Gcf {
    fn new() -> Self {
        Gcf
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<zed::Command> {
        let binary = LspSettings::for_worktree(id.as_ref(), worktree).ok().and_then(|settings| settings.binary);
        let (path, arguments) = match binary {
            Some(binary) => (binary.path, binary.arguments),
            None => (None, None),
        };
        let command = path
            .or_else(|| worktree.which("gcf-lsp"))
            .ok_or("gcf-lsp is not on PATH; install it, or set lsp.gcf-lsp.binary.path")?;
        Ok(zed::Command {
            command,
            args: arguments.unwrap_or_else(|| vec!["serve".into()]),
            env: worktree.shell_env(),
        })
    }

    fn language_server_workspace_configuration(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        let settings = LspSettings::for_worktree(id.as_ref(), worktree).ok().and_then(|settings| settings.settings);
        Ok(Some(serde_json::json!({ "gcf": settings.unwrap_or_default() })))
    }
}

zed::register_extension!(Gcf);
