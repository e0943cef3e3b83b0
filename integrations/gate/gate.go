// Asks plangate what to do about a document of open decisions on standard input.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
)

type Decision struct {
	Ambiguity, Action, Rule string
	Interpretation          *string
	Question                *struct{ Prompt string }
}

func gate(document *os.File) ([]Decision, error) {
	command := exec.Command("plangate", "gate", "--json")
	command.Stdin, command.Stderr = document, os.Stderr
	reply, err := command.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 3 {
		err = nil // a person decides something
	}
	if err != nil {
		return nil, err
	}
	var report struct{ Decisions []Decision }
	return report.Decisions, json.Unmarshal(reply, &report)
}

func main() {
	decisions, err := gate(os.Stdin)
	if err != nil {
		os.Exit(2)
	}
	for _, made := range decisions {
		fmt.Println(made.Action, made.Ambiguity, made.Rule)
	}
}
