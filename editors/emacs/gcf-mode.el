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
     ("\\([^ \t\n=]+\\)=\\(?:\\([0-9]+\\)\\_>\\)?" nil nil
      (1 font-lock-variable-name-face)
      (2 font-lock-constant-face nil t)))
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
    ("^[ ]*# \\(gcf-lsp:[ ]*\\(?:ignore-file\\|ignore\\|fmt off\\|fmt on\\|off\\|on\\|base\\|schema\\)?\\)"
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
  (add-hook 'before-save-hook #'gcf-mode--before-save nil t)
  (add-hook 'post-command-hook #'gcf-columns--later nil t)
  (add-hook 'window-scroll-functions #'gcf-columns--later nil t))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.gcf\\'" . gcf-mode))

;; The columns of tables, with Eglot. What a table is, is the server's business.

(defcustom gcf-columns-colors 'wide
  "Which tables have a colour for each column: none, all or the wide ones."
  :type '(choice (const :tag "None" nil) (const :tag "All" on)
                 (const :tag "Those wider than `gcf-columns-wide'" wide)))

(defcustom gcf-columns-wide 3
  "Tables of more columns have colours where `gcf-columns-colors' is `wide'."
  :type 'integer)

(defcustom gcf-columns-align nil
  "Whether the columns of tables line up on the screen.
No byte of the buffer changes.  `gcf-align-columns' does it for one buffer."
  :type 'boolean
  :safe #'booleanp)

(defcustom gcf-columns-max-width 40
  "Cells that are wider are cut where columns line up."
  :type 'integer)

(defcustom gcf-columns-header t
  "Whether the header line says where point is, and shows the table's declaration."
  :type 'boolean)

(defface gcf-column-1 '((t :inherit default)) "The 1st, 7th, ... column.")
(defface gcf-column-2 '((((background light)) :foreground "#8a5a00") (t :foreground "#e5c07b")) "The 2nd column.")
(defface gcf-column-3 '((((background light)) :foreground "#0b5fa5") (t :foreground "#7fc8f8")) "The 3rd column.")
(defface gcf-column-4 '((((background light)) :foreground "#2f6f1e") (t :foreground "#98c379")) "The 4th column.")
(defface gcf-column-5 '((((background light)) :foreground "#a0296b") (t :foreground "#e39ab8")) "The 5th column.")
(defface gcf-column-6 '((((background light)) :foreground "#0b6b5b") (t :foreground "#7fd6c2")) "The 6th column.")
(defface gcf-number '((t :weight bold)) "Numbers, in the colour of their column.")
(defface gcf-boolean '((t :slant italic)) "Booleans, in the colour of their column.")
(defface gcf-null '((t :slant italic)) "Null, in the colour of its column.")
(defface gcf-absent '((t :slant italic :strike-through t)) "Absent, in the colour of its column.")
(defface gcf-nested '((t :underline t)) "Attachments, in the colour of their column.")

(defvar-local gcf-columns--timer nil)
(defvar-local gcf-place nil
  "Where point is in a table, as the server says it: a property list.")

(declare-function eglot-current-server "eglot")
(declare-function eglot-server-capable "eglot")
(declare-function eglot--lsp-position-to-point "eglot")
(declare-function eglot--pos-to-lsp-position "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function eglot--apply-text-edits "eglot")
(declare-function eglot--signal-textDocument/didChange "eglot")
(declare-function jsonrpc-async-request "jsonrpc")
(declare-function jsonrpc-request "jsonrpc")

(defun gcf-columns--later (&rest _)
  "Draw the columns of the window once nothing happens."
  (when (and (or gcf-columns-colors gcf-columns-align gcf-columns-header)
             (not gcf-columns--timer))
    (let ((buffer (current-buffer)))
      (setq gcf-columns--timer
            (run-with-idle-timer
             0.05 nil
             (lambda ()
               (when (buffer-live-p buffer)
                 (with-current-buffer buffer
                   (setq gcf-columns--timer nil)
                   (gcf-columns-draw)))))))))

(defun gcf--params (&rest more)
  "The parameters of a request about this buffer, MORE among them."
  (eglot--signal-textDocument/didChange)
  (append (list :textDocument (eglot--TextDocumentIdentifier)) more))

(defun gcf--server ()
  "The server of this buffer, or nil."
  (and (fboundp 'eglot-managed-p) (eglot-managed-p) (eglot-current-server)))

(defun gcf-columns-draw ()
  "Colour and line up the columns in the window, and say where point is."
  (let ((server (gcf--server)) (buffer (current-buffer))
        (window (get-buffer-window (current-buffer))))
    (when server
      (let ((tick (buffer-chars-modified-tick))
            (first (max 0 (- (line-number-at-pos (if window (window-start window) (point-min)) t) 50)))
            (last (+ 50 (line-number-at-pos (if window (window-end window t) (point-max)) t))))
        (jsonrpc-async-request
         server :gcf/columns
         (gcf--params :range (list :start (list :line first :character 0) :end (list :line last :character 0))
                      :widest gcf-columns-max-width)
         :success-fn (lambda (result)
                       (when (buffer-live-p buffer)
                         (with-current-buffer buffer
                           (when (= tick (buffer-chars-modified-tick))
                             (gcf-columns--show (plist-get result :lines))))))
         :error-fn #'ignore)
        (when gcf-columns-header
          (jsonrpc-async-request
           server :gcf/place (gcf--params :position (eglot--pos-to-lsp-position))
           :success-fn (lambda (place)
                         (when (buffer-live-p buffer)
                           (with-current-buffer buffer
                             (setq gcf-place place
                                   header-line-format (and place '(:eval (gcf-columns--header))))
                             (force-mode-line-update))))
           :error-fn #'ignore))))))

(defun gcf-columns--header ()
  "The header line: where point is, and a declaration that is out of sight."
  (let ((line (1+ (plist-get gcf-place :line))))
    (replace-regexp-in-string
     "%" "%%"
     (concat (and (< line (line-number-at-pos (window-start) t))
                  (concat (plist-get gcf-place :header) "  "))
             (plist-get gcf-place :text)))))

(defun gcf-columns--show (lines)
  "Draw LINES as the server has them."
  (remove-overlays (point-min) (point-max) 'gcf-column t)
  (save-excursion
    (mapc
     (lambda (line)
       (let* ((cells (plist-get line :cells))
              (coloured (or (eq gcf-columns-colors 'on)
                            (and gcf-columns-colors (> (length cells) gcf-columns-wide))))
              (place (lambda (character)
                       (eglot--lsp-position-to-point (list :line (plist-get line :line) :character character)))))
         (mapc
          (lambda (cell)
            (let* ((start (funcall place (plist-get cell :start)))
                   (end (funcall place (plist-get cell :end)))
                   (pad (plist-get cell :pad)) (cut (plist-get cell :cut)) (type (plist-get cell :type))
                   (overlay (make-overlay start end)))
              (overlay-put overlay 'gcf-column t)
              (when coloured
                (overlay-put overlay 'face
                             (delq nil (list (and type (intern-soft (concat "gcf-" type)))
                                             (intern (format "gcf-column-%d" (1+ (% (plist-get cell :column) 6))))))))
              (when gcf-columns-align
                (cond
                 (cut
                  (let ((rest (make-overlay (funcall place cut) end)))
                    (overlay-put rest 'gcf-column t)
                    (overlay-put rest 'display "…")))
                 (pad
                  (overlay-put overlay (if (eq (plist-get cell :right) t) 'before-string 'after-string)
                               (make-string pad ?\s)))))))
          cells)))
     lines)))

(defun gcf-align-columns ()
  "Line up the columns of tables in this buffer, or not any more."
  (interactive)
  (setq-local gcf-columns-align (not gcf-columns-align))
  (gcf-columns-draw))

(defun gcf--move (to)
  "Go to the cell in the direction TO."
  (let ((server (or (gcf--server) (user-error "There is no server"))))
    (let ((place (jsonrpc-request server :gcf/move
                                  (gcf--params :position (eglot--pos-to-lsp-position) :to to))))
      (if place
          (goto-char (eglot--lsp-position-to-point (plist-get (plist-get place :range) :start)))
        (user-error "There is no cell in that direction")))))

(defun gcf-next-column () "Go to the next cell." (interactive) (gcf--move "next"))
(defun gcf-previous-column () "Go to the previous cell." (interactive) (gcf--move "previous"))
(defun gcf-cell-below () "Go to the same column of the next row." (interactive) (gcf--move "down"))
(defun gcf-cell-above () "Go to the same column of the previous row." (interactive) (gcf--move "up"))

(defun gcf-copy-path ()
  "Put the path of the cell at point into the kill ring."
  (interactive)
  (let ((place (jsonrpc-request (or (gcf--server) (user-error "There is no server")) :gcf/place
                                (gcf--params :position (eglot--pos-to-lsp-position)))))
    (unless place (user-error "There is no table here"))
    (kill-new (plist-get place :path))
    (message "%s" (plist-get place :path))))

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
