package chi_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
)

func TestURLParam(t *testing.T) {
	context := chi.NewRouteContext()
	context.URLParams.Add("id", "7")
	if got := context.URLParam("id"); got != "7" {
		t.Errorf("got %q", got)
	}
	if got := context.URLParam("other"); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestRouter(t *testing.T) {
	router := chi.NewRouter()
	router.Use(middleware.SupressNotFound(router), middleware.RequestID)
	router.Get("/things/{id}", func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte(chi.URLParam(r, "id")))
	})
	recorder := httptest.NewRecorder()
	router.ServeHTTP(recorder, httptest.NewRequest("GET", "/things/12", nil))
	if got := recorder.Body.String(); got != "12" {
		t.Errorf("got %q", got)
	}
}
