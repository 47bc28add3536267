"""One whole turn: what is routed, gathered, ordered and placed before a model is called?"""

from engine.agent.turn import AgentContext, TraceStep, build_agent_context

__all__ = ["AgentContext", "TraceStep", "build_agent_context"]
