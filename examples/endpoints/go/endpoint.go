// Wind Tunnel's inject contract, version 1, by hand: Go 1.22 or later, standard library only.
// `go run endpoint.go [-port N]`. To bench your own agent, put it in the place of think.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

var surface = json.RawMessage(`{"wt_inject": 1, "surface": {"extra_segments": [], "system_instructions": [
  {"type": "text", "content": "You are the order desk of a made-up freight company."}],
"tool_definitions": [{"name": "find_order", "description": "Find the hub of an order.", "input_schema":
  {"type": "object", "properties": {"order_id": {"type": "string"}}, "required": ["order_id"]}},
{"name": "find_hub", "description": "Find the city of a hub.", "input_schema":
  {"type": "object", "properties": {"hub_id": {"type": "string"}}, "required": ["hub_id"]}}]}}`)
var orders = map[string]string{"4417": "H2", "4999": "H9"}
var hubs = map[string]string{"H2": "Northport"} // no H9: with order 4999, a tool fails
var histories = new(sync.Map)                   // session id → []string, what its user said
var running, stop = context.WithCancel(context.Background())
var turns sync.RWMutex // held for reading by every turn, for writing by a reset
type object = map[string]any

func call(calls *[]object, name, key, value string, table map[string]string) string {
	*calls = append(*calls, object{"name": name, "arguments": object{key: value}})
	return table[value]
}

// think is the agent: a toy model and its tools. What takes time must heed ctx.
func think(ctx context.Context, asked string, history []string, calls *[]object) (string, error) {
	order := 0
	if text, ok := strings.CutPrefix(asked, "Repeat word for word: "); ok && text != "" {
		return text, nil
	} else if strings.HasPrefix(asked, "Please remember this: ") {
		return "I will remember that.", nil
	} else if strings.Contains(asked, "did I just tell you") {
		return "All that you told me:\n" + strings.Join(history, "\n"), nil
	} else if found, _ := fmt.Sscanf(asked, "Where is order %d", &order); found == 0 {
		return fmt.Sprintf("I can find orders. You said %d things before.", len(history)), nil
	}
	hub, city := call(calls, "find_order", "order_id", fmt.Sprint(order), orders), ""
	if strings.Contains(asked, "take your time") {
		select {
		case <-time.After(30 * time.Second):
		case <-ctx.Done():
			return "", nil // too late, whatever it would have been
		}
	}
	if hub != "" {
		city = call(calls, "find_hub", "hub_id", hub, hubs)
	}
	if city == "" {
		return "", fmt.Errorf("order %d is nowhere to be found", order)
	}
	return fmt.Sprintf("Order %d is in %s.", order, city), nil
}

func inject(request object) any {
	id, hasID := request["session_id"].(string)
	text, hasText := request["text"].(string)
	timeoutS, _ := request["timeout_s"].(float64)
	if !hasID || !hasText || timeoutS <= 0 {
		return nil
	}
	turns.RLock()
	defer turns.RUnlock()
	ctx, cancel := context.WithTimeout(running, time.Duration(min(timeoutS, 86400)*1e9))
	defer cancel()
	saved, _ := histories.Load(id)
	history, _ := saved.([]string)
	calls := []object{}
	reply, err := think(ctx, text, history, &calls)
	if err = errors.Join(err, ctx.Err()); err != nil { // what failed or came late leaves no trace
		return object{"wt_inject": 1, "reply": "", "tool_calls": calls, "error": err.Error()}
	}
	histories.Store(id, append(history[:len(history):len(history)], text))
	return object{"wt_inject": 1, "reply": reply, "tool_calls": calls}
}

func reset(object) any {
	turns.RLock()
	stop()
	turns.RUnlock()
	turns.Lock() // that is: once every turn has ended
	defer turns.Unlock()
	histories = new(sync.Map)
	running, stop = context.WithCancel(context.Background())
	return object{"wt_inject": 1}
}

func serve(path string, respond func(request object) any) {
	http.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		var request, answer = object{}, any(nil)
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 10_000_000))
		if err == nil && utf8.Valid(body) && json.Unmarshal(body, &request) == nil && request["wt_inject"] == 1.0 {
			answer = respond(request)
		}
		if answer == nil {
			w.WriteHeader(400)
			answer = object{"wt_inject": 1, "reply": "", "tool_calls": []object{}, "error": "bad request"}
		}
		json.NewEncoder(w).Encode(answer)
	})
}

func main() {
	port := flag.Int("port", 8647, "0: one that is free")
	flag.Parse()
	serve("/wt/inject", inject)
	serve("/wt/reset", reset)
	serve("/wt/surface", func(object) any { return surface })
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatalf("Cannot listen: %v. Choose another port with -port N.", err)
	}
	fmt.Printf("listening on http://%v\n", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}
