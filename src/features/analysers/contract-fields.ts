import { z } from 'zod'

export const protocols = ['hl7', 'astm'] as const
export const Protocol = z.enum(protocols, { error: `Choose one of: ${protocols.join(', ')}.` })

export const connections = ['none', 'listen', 'connect'] as const
export const Connection = z.enum(connections, { error: `Choose one of: ${connections.join(', ')}.` })

export const orderMessages = ['OML^O21', 'ORM^O01', 'ASTM'] as const
export const OrderMessage = z.enum(orderMessages, { error: `Choose one of: ${orderMessages.join(', ')}.` })

/** How orders reach an instrument: sent as they are queued, when it asks for them, or not at all. */
export const OrderDelivery = z.enum(['sent', 'on_query', 'none'])

export const messageStates = ['stored', 'applied', 'partly', 'inbox', 'control', 'query', 'failed', 'answer', 'sent'] as const
export const MessageState = z.enum(messageStates, { error: `Choose one of: ${messageStates.join(', ')}.` })

export const inboxStates = ['applied', 'waiting', 'control', 'ignored', 'dismissed'] as const
export const InboxState = z.enum(inboxStates, { error: `Choose one of: ${inboxStates.join(', ')}.` })

export const jobStates = ['queued', 'sent', 'accepted', 'failed', 'cancelled'] as const
export const JobState = z.enum(jobStates, { error: `Choose one of: ${jobStates.join(', ')}.` })
