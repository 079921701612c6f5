// Wind Tunnel's inject contract, version 1, by hand: Go 1.22 or later, standard library only.
// `go run endpoint.go [-port N]`. To bench your own agent, put it in the place of think.
package main

import (
	"context"
	"encoding/json"
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

type object = map[string]any

const surface = `{"wt_inject": 1, "surface": {
  "system_instructions": [{"type": "text", "content":
    "You are the order desk of a made-up freight company. Answer from tool results only."}],
  "tool_definitions": [
    {"name": "find_order", "description": "Find the hub of an order.", "input_schema":
      {"type": "object", "properties": {"order_id": {"type": "string"}}, "required": ["order_id"]}},
    {"name": "find_hub", "description": "Find the city of a hub.", "input_schema":
      {"type": "object", "properties": {"hub_id": {"type": "string"}}, "required": ["hub_id"]}}],
  "extra_segments": []}}`

var orders = map[string]string{"4417": "H2", "4999": "H9"}
var hubs = map[string]string{"H2": "Northport"} // no H9: with order 4999, a tool fails

var resets sync.Mutex  // held by a reset, and by a turn while it begins
var turns sync.RWMutex // held for reading by every turn
var running, stop = context.WithCancel(context.Background())
var histories = new(sync.Map) // session id → []string, what its user said

type turn struct {
	text    string
	history []string
	calls   []object
}

func (t *turn) call(name, key, value string, table map[string]string) (string, error) {
	t.calls = append(t.calls, object{"name": name, "arguments": object{key: value}})
	if found, ok := table[value]; ok {
		return found, nil
	}
	return "", fmt.Errorf("%s knows no %s", name, value) // a call that fails was made all the same
}

// think is the agent: a toy model and its tools. What takes time must heed ctx.
func (t *turn) think(ctx context.Context) (string, error) {
	var order int
	if text, ok := strings.CutPrefix(t.text, "Repeat word for word: "); ok && text != "" {
		return text, nil
	} else if strings.HasPrefix(t.text, "Please remember this: ") {
		return "I will remember that.", nil
	} else if strings.Contains(t.text, "did I just tell you") {
		return "All that you told me:\n" + strings.Join(t.history, "\n"), nil
	} else if found, _ := fmt.Sscanf(t.text, "Where is order %d", &order); found == 0 {
		return fmt.Sprintf("I can find orders. You said %d things before.", len(t.history)), nil
	}
	hub, err := t.call("find_order", "order_id", fmt.Sprint(order), orders)
	if err == nil && strings.Contains(t.text, "take your time") {
		select {
		case <-time.After(30 * time.Second):
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	if err != nil {
		return "", err
	}
	city, err := t.call("find_hub", "hub_id", hub, hubs)
	return fmt.Sprintf("Order %d is in %s.", order, city), err
}

func inject(request object) any {
	id, hasID := request["session_id"].(string)
	text, hasText := request["text"].(string)
	timeoutS, _ := request["timeout_s"].(float64)
	if !hasID || !hasText || timeoutS <= 0 {
		return nil
	}
	resets.Lock() // while a reset runs, no turn begins
	turns.RLock()
	ctx, cancel := context.WithTimeout(running, time.Duration(min(timeoutS, 86400)*1e9))
	resets.Unlock()
	defer turns.RUnlock()
	defer cancel()
	saved, _ := histories.Load(id)
	history, _ := saved.([]string)
	t := &turn{text, history, []object{}}
	reply, err := t.think(ctx)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil { // a turn that failed or came late leaves no trace
		return object{"wt_inject": 1, "reply": "", "tool_calls": t.calls, "error": err.Error()}
	}
	histories.Store(id, append(history[:len(history):len(history)], text))
	return object{"wt_inject": 1, "reply": reply, "tool_calls": t.calls}
}

func reset(object) any {
	resets.Lock()
	defer resets.Unlock()
	stop()
	turns.Lock() // that is: once every turn has ended
	defer turns.Unlock()
	histories = new(sync.Map)
	running, stop = context.WithCancel(context.Background())
	return object{"wt_inject": 1}
}

func serve(path string, respond func(request object) any) {
	http.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		var request object
		var answer any
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 10_000_000))
		if err == nil && utf8.Valid(body) && json.Unmarshal(body, &request) == nil && request["wt_inject"] == 1.0 {
			answer = respond(request)
		}
		if answer == nil {
			w.WriteHeader(400)
			answer = object{"wt_inject": 1, "reply": "", "tool_calls": []object{}, "error": "not a request as version 1 has it"}
		}
		json.NewEncoder(w).Encode(answer)
	})
}

func main() {
	port := flag.Int("port", 8647, "0: one that is free")
	flag.Parse()
	serve("/wt/inject", inject)
	serve("/wt/reset", reset)
	serve("/wt/surface", func(object) any { return json.RawMessage(surface) })
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatalf("Cannot listen: %v. Choose another port with -port N.", err)
	}
	fmt.Printf("listening on http://%v\n", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}
