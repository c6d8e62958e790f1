;;; emacs.el --- Emacs with gcf-mode and Eglot  -*- lexical-binding: t -*-
;; usage: emacs.el EMACS-FOLDER DOCUMENTS
;;
;; Batch mode has no command loop, so what Emacs does between commands and when
;; idle is called here by hand: post-command-hook (eglot-ensure connects in
;; it), flymake-start, and Eglot's notification of changes. Processes are only
;; read while Lisp waits.

(require 'eglot)
(require 'flymake)
(require 'imenu)
(require 'xref)

(defvar e2e-passed 0)
(defun e2e-check (name ok detail)
  (unless ok (error "FAILED: %s: %S" name detail))
  (setq e2e-passed (1+ e2e-passed))
  (message "ok: %s" name))
(defun e2e-wait (fn)
  "Poll FN while process output is read; its first non-nil value, or nil after 10 s."
  (let ((end (+ (float-time) 10)) value)
    (while (and (not (setq value (funcall fn))) (< (float-time) end))
      (accept-process-output nil 0.05))
    value))

(defvar e2e-mode-folder (pop command-line-args-left))
(defvar e2e-documents (pop command-line-args-left))
(setq command-line-args-left nil)
(defun e2e-read (name)
  (with-temp-buffer
    (insert-file-contents (expand-file-name name e2e-documents))
    (buffer-string)))
(defun e2e-open (name)
  (find-file (expand-file-name name e2e-documents))
  (run-hooks 'post-command-hook)
  (e2e-check (concat name ": connected") (e2e-wait #'eglot-managed-p) nil))
(defun e2e-face-at (text)
  "The face of TEXT's first character in the current buffer."
  (save-excursion
    ;; Font Lock mode itself does nothing in batch mode.
    (font-lock-set-defaults)
    (font-lock-fontify-region (point-min) (point-max))
    (goto-char (point-min))
    (search-forward text)
    (get-text-property (match-beginning 0) 'face)))

;; The mode compiles without a warning.
(defvar byte-compile-error-on-warn)
(let ((byte-compile-error-on-warn t)
      (byte-compile-dest-file-function (lambda (_) (make-temp-file "gcf-mode" nil ".elc"))))
  (e2e-check "byte-compile" (byte-compile-file (expand-file-name "gcf-mode.el" e2e-mode-folder)) nil))

;; As in init.el.
(add-to-list 'load-path e2e-mode-folder)
(require 'gcf-mode)
(add-hook 'gcf-mode-hook #'eglot-ensure)
(setq gcf-format-on-save t)

(e2e-open "broken.gcf")
(e2e-check "major mode" (eq major-mode 'gcf-mode) major-mode)
(e2e-check "font-lock: section, field, number"
           (equal (mapcar #'e2e-face-at '("employees" "department" "95000"))
                  '(font-lock-function-name-face font-lock-variable-name-face font-lock-constant-face))
           (mapcar #'e2e-face-at '("employees" "department" "95000")))

(flymake-start)
(e2e-wait #'flymake-diagnostics)
(let ((d (flymake-diagnostics)))
  (e2e-check "the diagnostic and its code"
             (and (= (length d) 1)
                  (eq (flymake-diagnostic-type (car d)) 'eglot-error)
                  (string-search "row_width_mismatch" (format "%S" (flymake-diagnostic-data (car d)))))
             d)
  (let ((marked (buffer-substring (flymake-diagnostic-beg (car d)) (flymake-diagnostic-end (car d)))))
    (e2e-check "it marks the extra cell"
               (and (string-search "extra" marked) (not (string-search "72000" marked)))
               marked)))

;; Hover as a user sees it: the text of the *eldoc* buffer. (The function
;; eldoc-doc-buffer complains as long as there is none, so its variable.)
(defun e2e-eldoc ()
  (if (buffer-live-p eldoc--doc-buffer)
      (with-current-buffer eldoc--doc-buffer (buffer-string))
    ""))
(goto-char (point-min))
(search-forward "Engin")
(eldoc t)
(e2e-wait (lambda () (string-search "department" (e2e-eldoc))))
(e2e-check "hover: column and type"
           (and (string-search "department" (e2e-eldoc)) (string-search "string" (e2e-eldoc)))
           (e2e-eldoc))

;; The columns: colours, alignment, place, moving.
(e2e-open "orders.gcf")
(defun e2e-columns (property)
  (seq-filter (lambda (o) (and (overlay-get o 'gcf-column) (overlay-get o property)))
              (overlays-in (point-min) (point-max))))
(defvar e2e-before (buffer-string))
(goto-char (point-min))
(search-forward "Alice")
(gcf-columns-draw)
(e2e-check "columns have colours"
           (e2e-wait (lambda () (seq-find (lambda (o) (memq 'gcf-column-2 (overlay-get o 'face))) (e2e-columns 'face))))
           (e2e-columns 'face))
(e2e-check "the place" (e2e-wait (lambda () (string-search "name, 2 of 4" (or (plist-get gcf-place :text) "")))) gcf-place)
(gcf-align-columns)
(e2e-check "columns line up" (e2e-wait (lambda () (e2e-columns 'after-string))) nil)
(gcf-next-column)
(e2e-check "next column" (looking-at "Boston") (thing-at-point 'line))
(gcf-cell-below)
(e2e-check "the cell below" (looking-at "Austin") (thing-at-point 'line))
(e2e-check "no byte has changed" (equal (buffer-string) e2e-before) (buffer-string))

(e2e-open "graph.gcf")
(e2e-check "each number of a header has a colour"
           (equal (mapcar #'e2e-face-at '("3 edges" "2\n")) '(font-lock-constant-face font-lock-constant-face))
           (buffer-substring (point-min) (line-end-position)))
(e2e-check "imenu of the mode"
           (equal (mapcar #'car (funcall #'imenu-default-create-index-function))
                  '("Symbols" "targets" "related" "edges"))
           (funcall #'imenu-default-create-index-function))
(goto-char (point-min))
(search-forward "@1<@")
(xref-find-definitions "@0")
(e2e-check "definition: from an edge to its node" (= (line-number-at-pos) 3) (line-number-at-pos))

(e2e-open "messy.gcf")
(e2e-check "a comment" (eq (e2e-face-at "Paid") 'font-lock-comment-face) (e2e-face-at "Paid"))
(eglot-format-buffer)
(e2e-check "format" (equal (buffer-string) (e2e-read "messy.formatted.gcf")) (buffer-string))

(erase-buffer)
(insert (e2e-read "messy.gcf"))
(save-buffer)
(e2e-check "format on save" (equal (e2e-read "messy.gcf") (e2e-read "messy.formatted.gcf")) (e2e-read "messy.gcf"))

(let ((server (eglot-current-server)))
  (eglot-shutdown server)
  (e2e-check "server stopped" (e2e-wait (lambda () (not (jsonrpc-running-p server)))) server))
(message "ok: %d checks, %s" e2e-passed (car (split-string (emacs-version) "\n")))
