package zapcore

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"go.uber.org/zap/internal/color"
)

func TestCapitalString(t *testing.T) {
	assert.Equal(t, "DEBUG", DebugLevel.CapitalString())
	assert.Equal(t, "ERROR", ErrorLevel.CapitalString())
	assert.Equal(t, "LEVEL(100)", Level(100).CapitalString())
	assert.NotEmpty(t, color.Red.Add("x"))
}
