import { useLayoutEffect, useRef } from 'react'
import type { Message } from './chat-state.ts'

const ABOVE_PX = 16
/** As much of an earlier question stays in sight that somebody sees it is there. */
const EARLIER_PX = 64

const topOf = (log: HTMLElement, part: Element | null | undefined) =>
  part ? part.getBoundingClientRect().top - log.getBoundingClientRect().top + log.scrollTop : log.scrollHeight

/** Keeps the newest question and the beginning of its answer in sight; where earlier ones come in, what was read stays there. */
export const useChatScroll = (messages: readonly Message[], isAsking: boolean) => {
  const log = useRef<HTMLDivElement>(null)
  const before = useRef<{ first?: number | undefined; last?: number | undefined; isAsking: boolean }>({ isAsking: false })
  const [first, last] = [messages[0]?.id, messages.at(-1)?.id]
  // Before it is painted: nothing jumps.
  useLayoutEffect(() => {
    const node = log.current
    const was = before.current
    before.current = { first, last, isAsking }
    if (!node) return
    if (was.last !== last || (isAsking && !was.isAsking))
      node.scrollTop = topOf(node, [...node.querySelectorAll('.exchange')].at(-1)) - ABOVE_PX
    else if (was.first !== first && was.first !== undefined)
      node.scrollTop = topOf(node, node.querySelector(`[data-id="${was.first}"]`)) - EARLIER_PX
  }, [first, last, isAsking])
  return log
}
