const COMMAND = ["plangate"]

async function hook(name, document) {
  const process = Bun.spawn([...COMMAND, "hook", "opencode", name], {
    stdin: new TextEncoder().encode(JSON.stringify(document)),
    stdout: "pipe",
    stderr: "ignore",
  })
  const said = await new Response(process.stdout).text()
  return said.trim() ? JSON.parse(said) : {}
}

async function primer(directory) {
  const said = await hook("prime", { cwd: directory }).catch(() => ({}))
  return said.hookSpecificOutput?.additionalContext
}

export const Plangate = async ({ directory }) => {
  const primed = new Map()
  return {
    config: async (config) => {
      config.mcp = { plangate: {"type": "local", "command": ["plangate", "mcp"], "enabled": true}, ...config.mcp }
      config.command = { ...{"plangate:plan": {"description": "Plan a goal: few questions, written assumptions, a checked plan", "template": "Plan this goal with plangate: $ARGUMENTS\n\nWithout a goal take the one of our conversation. Call the `plan` tool with the goal, read what its\nbrief names, then call it again with your decisions, tasks and evidence. Show me the plan, what was\nassumed, and a question as it stands if there is one. Do not begin the work before I say so.\n"}, "plangate:inbox": {"description": "The questions that wait for you in this project", "template": "Call plangate's `status` tool and show me every open question as it stands: its text, every option\nwith what it leads to, and what happens without an answer. Recommend nothing and answer nothing\nyourself. When I answer, pass on what I said with the `answer` tool; where it says that only I can\nanswer, tell me the command.\n"}, "plangate:assumptions": {"description": "What was decided without you in this project", "template": "Call plangate's `status` tool and list what was assumed without me: the decision, how sure it is,\nand the tasks that rest on it (status with the session gives the reasons). Say for each that\n`plangate wrong ID` in my terminal overturns it. Change nothing yourself.\n"}}, ...config.command }
      if (typeof config.permission !== "string")
        config.permission = { ...{"plangate_answer": "ask", "plangate_decide_scope": "ask"}, ...config.permission }
    },
    "experimental.chat.system.transform": async (input, output) => {
      const session = input?.sessionID ?? ""
      if (!primed.has(session)) primed.set(session, await primer(directory))
      if (primed.get(session)) output.system.push(primed.get(session))
    },
    "experimental.session.compacting": async (input, output) => {
      primed.delete(input?.sessionID ?? "")
      const told = await primer(directory)
      if (told) output.context.push(told)
    },
    "tool.execute.before": async (input, output) => {
      if (input.tool !== "question") return
      const said = await hook("pre-ask", {
        session_id: input.sessionID,
        tool_use_id: input.callID,
        cwd: directory,
        tool_name: "question",
        tool_input: output.args,
      }).catch(() => ({}))
      if (said.decision === "deny") throw new Error(said.reason)
    },
  }
}
