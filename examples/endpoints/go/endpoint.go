// Wind Tunnel's inject contract, version 1, by hand: Go 1.21 or later, standard library only.
// `go run endpoint.go [-port N]`. To bench your own agent, put it in the place of think.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

const remember, echo = "Please remember this: ", "Repeat word for word: "
const system = "You are the order desk of a made-up freight company. Answer from tool results only."

type object = map[string]any
type list = []any
type turn struct {
	id, text string
	calls    list
	answer   object        // set by settle
	settled  chan struct{} // closed by settle
}

var (
	orderNumber = regexp.MustCompile(`\border ([0-9]+)`)
	orders      = map[string]string{"4417": "H2", "4999": "H9"}
	hubs        = map[string]string{"H2": "Northport"} // no H9: with order 4999, a tool fails
	resetting   sync.Mutex
	mu          sync.Mutex // guards what follows, and every turn
	changed     = sync.NewCond(&mu)
	histories   = map[string][]string{}
	running     = map[*turn]bool{}
)

// think is the agent: a toy model and its tools. What takes time must end once t.settled is closed.
func think(t *turn, history []string) (string, error) {
	if text, ok := strings.CutPrefix(t.text, echo); ok && text != "" {
		return text, nil
	} else if strings.HasPrefix(t.text, remember) {
		return "I will remember that.", nil
	} else if strings.Contains(t.text, "did I just tell you") {
		told := "nothing"
		for _, text := range history {
			if fact, ok := strings.CutPrefix(text, remember); ok {
				told = fact
			}
		}
		return "You told me: " + told + ".", nil
	}
	order := orderNumber.FindStringSubmatch(t.text)
	if order == nil {
		return fmt.Sprintf("I can find orders. You said %d things before.", len(history)), nil
	}
	hub, err := t.call("find_order", "order_id", order[1], orders)
	if strings.Contains(t.text, "take your time") {
		select {
		case <-t.settled:
		case <-time.After(30 * time.Second):
		}
	}
	if err != nil {
		return "", err
	}
	city, err := t.call("find_hub", "hub_id", hub, hubs)
	return fmt.Sprintf("Order %s is in %s.", order[1], city), err
}

func (t *turn) call(name, key, value string, table map[string]string) (string, error) {
	mu.Lock()
	defer mu.Unlock()
	t.calls = append(t.calls, object{"name": name, "arguments": object{key: value}})
	if found, ok := table[value]; ok {
		return found, nil
	}
	return "", fmt.Errorf("%s knows no %s", name, value) // a call that fails was made all the same
}

// settle is where reply, failure, deadline and reset race, under mu: the first is the answer.
func (t *turn) settle(reply, failure string) bool {
	if t.answer != nil {
		return false
	}
	t.answer = object{"wt_inject": 1, "reply": reply, "tool_calls": t.calls[:len(t.calls):len(t.calls)]}
	if failure != "" {
		t.answer["error"] = failure
	}
	close(t.settled)
	return true
}

func (t *turn) run(history []string) {
	reply, err := think(t, history)
	mu.Lock()
	defer mu.Unlock()
	if err != nil {
		t.settle("", "the agent failed: "+err.Error()) // what failed or came late leaves no trace
	} else if t.settle(reply, "") {
		histories[t.id] = append(history[:len(history):len(history)], t.text)
	}
	delete(running, t)
	changed.Broadcast()
}

func inject(id, text string, timeoutS float64) object {
	t := &turn{id: id, text: text, calls: list{}, settled: make(chan struct{})}
	resetting.Lock() // while a reset runs, no turn begins
	mu.Lock()
	running[t] = true
	go t.run(histories[id])
	mu.Unlock()
	resetting.Unlock()
	select {
	case <-t.settled:
	case <-time.After(time.Duration(min(timeoutS, 86400) * float64(time.Second))):
	}
	mu.Lock()
	defer mu.Unlock()
	t.settle("", fmt.Sprintf("no reply within %v s", timeoutS))
	return t.answer
}

func reset() object {
	resetting.Lock()
	defer resetting.Unlock()
	mu.Lock()
	defer mu.Unlock()
	for t := range running {
		t.settle("", "stopped by a reset")
	}
	for len(running) > 0 { // expired turns too: while one runs, it may write
		changed.Wait()
	}
	clear(histories)
	return object{"wt_inject": 1}
}

func definition(name, about, key string) object {
	return object{"name": name, "description": about, "input_schema": object{
		"type": "object", "properties": object{key: object{"type": "string"}}, "required": list{key}}}
}

func surface() object {
	return object{"wt_inject": 1, "surface": object{
		"system_instructions": list{object{"type": "text", "content": system}},
		"tool_definitions": list{definition("find_order", "Find an order by its number.", "order_id"),
			definition("find_hub", "Find the city of a hub.", "hub_id")},
		"extra_segments": list{}}}
}

func respond(r *http.Request) (int, object) {
	refuse := func(status int, why string) (int, object) {
		return status, object{"wt_inject": 1, "reply": "", "tool_calls": list{}, "error": why}
	}
	if r.URL.Path != "/wt/inject" && r.URL.Path != "/wt/reset" && r.URL.Path != "/wt/surface" {
		return refuse(404, "no such route")
	} else if r.Method != "POST" {
		return refuse(405, "use POST")
	}
	var request object
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, 10_000_000))
	if err == nil {
		err = json.Unmarshal(body, &request)
	}
	if err != nil || !utf8.Valid(body) {
		return refuse(400, fmt.Sprint("not a JSON object in UTF-8: ", err))
	} else if request["wt_inject"] != 1.0 {
		return refuse(400, "wt_inject must be 1")
	} else if r.URL.Path == "/wt/reset" {
		return 200, reset()
	} else if r.URL.Path == "/wt/surface" {
		return 200, surface()
	}
	id, ok1 := request["session_id"].(string)
	text, ok2 := request["text"].(string)
	timeoutS, ok3 := request["timeout_s"].(float64)
	if !ok1 || !ok2 || !ok3 || timeoutS <= 0 {
		return refuse(400, "session_id, text or timeout_s is missing, or not as version 1 has it")
	}
	return 200, inject(id, text, timeoutS)
}

func main() {
	port := flag.Int("port", 8647, "0: one that is free")
	flag.Parse()
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatalf("Cannot listen: %v. Choose another port with -port N.", err)
	}
	fmt.Printf("listening on http://%v\n", listener.Addr())
	log.Fatal(http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status, answer := respond(r)
		body, _ := json.Marshal(answer)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		w.Write(body)
	})))
}
