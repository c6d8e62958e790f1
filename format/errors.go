package format

import (
	"errors"
	"strings"

	"gcf-lsp/value"
)

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// at puts a key or index in front of the path of an error.
func at(err error, key string) error {
	var e *value.Error
	if errors.As(err, &e) {
		e.Path = "/" + pointerEscapes.Replace(key) + e.Path
	}
	return err
}
