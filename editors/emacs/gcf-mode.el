;;; gcf-mode.el --- Graph Compact Format, with gcf-lsp  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT
;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages, data

;;; Commentary:

;; A major mode for GCF documents (*.gcf): colours, an index of sections, and
;; the language server gcf-lsp through Eglot or lsp-mode.
;;
;;   (require 'gcf-mode)
;;   (add-hook 'gcf-mode-hook #'eglot-ensure)   ; or #'lsp-deferred
;;   (setq gcf-format-on-save t)

;;; Code:

(defgroup gcf nil
  "Graph Compact Format."
  :group 'languages
  :link '(url-link "https://gcformat.com"))

(defcustom gcf-server-command '("gcf-lsp" "serve")
  "The command of the language server and its arguments."
  :type '(repeat string))

(defcustom gcf-format-on-save nil
  "Whether a GCF buffer with a language server is formatted before it is saved."
  :type 'boolean
  :safe #'booleanp)

(defvar gcf-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?- "_" table)
    (modify-syntax-entry ?. "_" table)
    (modify-syntax-entry ?/ "_" table)
    ;; Apostrophes are text.
    (modify-syntax-entry ?' "." table)
    table)
  "Syntax of GCF.
Comments are whole lines, which a syntax table cannot tell from a \"#\" in a
cell; `gcf-mode--propertize' marks them.")

(defconst gcf-mode--key
  "\\(?:[A-Za-z_][A-Za-z0-9_]*\\|\"\\(?:[^\"\\\\\n]\\|\\\\.\\)*\"\\)"
  "Regular expression for a key (spec 2a).")

(defconst gcf-mode--count "\\[\\(?:[0-9]+\\|\\?\\):?\\]"
  "Regular expression for a count: [N], [?], [N:].")

(defun gcf-mode--scalar (scalar)
  "Regular expression for SCALAR as a whole cell, element or value.
Group 1 is the scalar."
  (concat "\\(?:^[ ]*\\(?:@[0-9]+ \\)?\\|[|=,]\\|\\]: \\)\\(" scalar "\\)[ \t]*\\(?:$\\|[|,]\\)"))

(defun gcf-mode--match-scalar (scalar limit)
  "Search for SCALAR up to LIMIT, for font-lock.
The delimiter behind one is the delimiter before the next, so the search goes
on before it."
  (when (re-search-forward (gcf-mode--scalar scalar) limit t)
    (goto-char (match-end 1))))

(defun gcf-mode--match-number (limit)
  "Search for a number up to LIMIT (spec 2.3)."
  (gcf-mode--match-scalar
   "-?\\(?:0\\|[1-9][0-9]*\\)\\(?:\\.[0-9]+\\)?\\(?:[eE][+-]?[0-9]+\\)?" limit))

(defun gcf-mode--match-constant (limit)
  "Search for true, false, null, absent or an attachment marker up to LIMIT."
  (gcf-mode--match-scalar "true\\|false\\|[-~^]" limit))

(defconst gcf-mode-font-lock-keywords
  `(;; The header and the summary (spec 3, 8.4).
    ("^\\(GCF\\)\\(?:[ \t]\\|$\\)" 1 font-lock-preprocessor-face)
    ("^[ ]*\\(##! summary\\)\\_>" 1 font-lock-preprocessor-face)
    ("^\\(?:GCF\\|##!\\)[ \t]"
     ("\\([^ \t\n=]+\\)=" nil nil (1 font-lock-variable-name-face)))
    ;; Sections and groups (spec 6a, 7).
    (,(concat "^[ ]*\\(##\\)[ \t]+\\(" gcf-mode--key "\\)?")
     (1 font-lock-keyword-face)
     (2 font-lock-function-name-face t t))
    ;; Graph lines (spec 5, 6, 10).
    ("^[ ]*@[0-9]+[ \t]+\\([A-Za-z_][^ \t\n|]*\\)[ \t]+\\([^ \t\n|]+\\)[ \t]+-?[0-9]+\\.[0-9][0-9][ \t]"
     (1 font-lock-type-face)
     (2 font-lock-function-name-face))
    ("^[ ]*@[0-9]+<@[0-9]+[ \t]+\\([^ \t\n]+\\)" 1 font-lock-keyword-face)
    ("^[ ]*[^ \t\n|]+ \\(->\\) [^ \t\n|]+ \\([^ \t\n|]+\\)$"
     (1 font-lock-builtin-face)
     (2 font-lock-keyword-face))
    ("@[0-9]+" (0 font-lock-constant-face))
    ;; Attachments, members and arrays on one line (spec 7.2, 7.4.4, 7.5).
    (,(concat "^[ ]*\\(\\." gcf-mode--key "\\)") 1 font-lock-variable-name-face t)
    (,(concat "^[ ]*\\(" gcf-mode--key "\\)[ ]*\\(?:=[^|\n]*$\\|" gcf-mode--count ":\\)")
     1 font-lock-variable-name-face t)
    ;; Declarations: counts and fields.
    (,gcf-mode--count (0 font-lock-constant-face))
    ("\\(?:\\]\\|\\^\\|\\.[A-Za-z_0-9]+ \\){"
     ("\\(@?\\)\\([^][{},\"\n]+\\|\"\\(?:[^\"\\\\\n]\\|\\\\.\\)*\"\\)[,}]"
      nil nil
      (1 font-lock-builtin-face)
      (2 font-lock-variable-name-face t)))
    ;; Scalars.
    (gcf-mode--match-number 1 font-lock-constant-face)
    (gcf-mode--match-constant 1 font-lock-constant-face)
    ("\\\\\\(?:[\"\\\\/bfnrt]\\|u[0-9A-Fa-f]\\{4\\}\\)" (0 font-lock-builtin-face t))
    ;; Directives of gcf-lsp, in comments.
    ("^[ ]*# \\(gcf-lsp:[ ]*\\(?:ignore-file\\|ignore\\|off\\|on\\|base\\|schema\\)?\\)"
     1 font-lock-warning-face t)
    ;; Never tabs (spec 4.1).
    ("^[ ]*\\(\t+\\)" 1 font-lock-warning-face))
  "What `gcf-mode' colours.")

(defun gcf-mode--propertize (start end)
  "Mark the comments from START to END: lines that begin with \"# \" (spec 11)."
  (goto-char start)
  (while (re-search-forward "^[ ]*\\(#\\) .*\\(\n\\|\\'\\)" end t)
    (put-text-property (match-beginning 1) (match-end 1) 'syntax-table '(11))
    (when (< (match-beginning 2) (match-end 2))
      (put-text-property (match-beginning 2) (match-end 2) 'syntax-table '(12)))))

(defconst gcf-mode-imenu-expression
  `((nil ,(concat "^[ ]*##[ \t]+\\(" gcf-mode--key "\\)") 1)
    ("Symbols" "^[ ]*@[0-9]+[ \t]+[A-Za-z_][^ \t\n|]*[ \t]+\\([^ \t\n|]+\\)[ \t]+-?[0-9]+\\.[0-9][0-9][ \t]" 1))
  "The index of sections, groups and graph symbols.")

(declare-function eglot-managed-p "eglot")
(declare-function eglot-format-buffer "eglot")
(declare-function lsp-format-buffer "lsp-mode")

(defun gcf-mode--before-save ()
  "Format the buffer, where that is wanted and a server is connected."
  (when gcf-format-on-save
    (cond ((and (fboundp 'eglot-managed-p) (eglot-managed-p)) (eglot-format-buffer))
          ((bound-and-true-p lsp-mode) (lsp-format-buffer)))))

;;;###autoload
(define-derived-mode gcf-mode prog-mode "GCF"
  "Major mode for Graph Compact Format."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "^[ ]*# +")
  (setq-local comment-end "")
  ;; A quote that is not closed ends with its line.
  (setq-local syntax-propertize-function #'gcf-mode--propertize)
  (setq-local font-lock-defaults '(gcf-mode-font-lock-keywords))
  (setq-local font-lock-multiline nil)
  (setq-local imenu-generic-expression gcf-mode-imenu-expression)
  ;; Two spaces are one level, and a line is a row.
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 2)
  (setq-local indent-line-function #'indent-relative)
  (setq-local truncate-lines t)
  (setq-local require-final-newline t)
  (add-hook 'before-save-hook #'gcf-mode--before-save nil t))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.gcf\\'" . gcf-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               (cons 'gcf-mode (lambda (&rest _) gcf-server-command))))

(defvar lsp-language-id-configuration)
(declare-function lsp-register-client "lsp-mode")
(declare-function lsp-activate-on "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(gcf-mode . "gcf"))
  (lsp-register-client
   (make-lsp-client
    :new-connection (lsp-stdio-connection (lambda () gcf-server-command))
    :activation-fn (lsp-activate-on "gcf")
    :server-id 'gcf-lsp)))

(provide 'gcf-mode)
;;; gcf-mode.el ends here
