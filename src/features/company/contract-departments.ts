import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, patchOf, Ref } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

const MOST_DEPARTMENTS = 200

export const Department = z
  .object({ id: z.int(), name: z.string(), is_active: z.boolean(), position: z.int(), version: z.int() })
  .meta({ id: 'Department' })
export type Department = z.output<typeof Department>

export const listDepartments = endpoint({
  method: 'GET',
  path: '/company/departments/',
  summary: "List departments, in the clinic's order, else by name",
  access: 'company.view',
  live: ['company'],
  response: z.array(Department),
})

const DepartmentInput = fields({ name: line(60) })

export const createDepartment = endpoint({
  method: 'POST',
  path: '/company/departments/',
  summary: 'Add a department, at the end of the list',
  access: 'company.change',
  body: DepartmentInput,
  status: 201,
  response: Department,
})

export const updateDepartment = endpoint({
  method: 'PATCH',
  path: '/company/departments/{id}/',
  summary: 'Rename a department, or take it out of use: it stays where it was named and is offered no more',
  access: 'company.change',
  params: ById,
  body: patchOf(DepartmentInput.extend({ is_active: z.boolean() })),
  response: Department,
})

export const orderDepartments = endpoint({
  method: 'PUT',
  path: '/company/departments/order/',
  summary: 'Put the departments in an order; name each of them once',
  access: 'company.change',
  body: fields({
    ids: z
      .array(Ref)
      .min(1)
      .max(MOST_DEPARTMENTS)
      .refine((ids) => new Set(ids).size === ids.length, 'Name each department once.'),
  }),
  response: listDepartments.response,
})

export const listDepartmentUses = endpoint({
  method: 'GET',
  path: '/company/departments/uses/',
  summary: 'Where each department is used: services, rooms and stores that are in use, and referrals to it',
  access: 'company.change',
  live: ['company', 'catalogue', 'schedules', 'stock'],
  response: z.array(z.object({ id: z.int(), services: z.int(), rooms: z.int(), stores: z.int(), referrals: z.int() })),
})
