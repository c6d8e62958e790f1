" ALE finds this by the filetype; g:ale_gcf_lsp_executable names another binary.
call ale#Set('gcf_lsp_executable', 'gcf-lsp')

call ale#linter#Define('gcf', {
\   'name': 'gcf_lsp',
\   'lsp': 'stdio',
\   'executable': {buffer -> ale#Var(buffer, 'gcf_lsp_executable')},
\   'command': '%e serve',
\   'language': 'gcf',
\   'project_root': {buffer -> fnamemodify(ale#path#FindNearestFile(buffer, '.gcf-lsp.toml'), ':h')},
\})
