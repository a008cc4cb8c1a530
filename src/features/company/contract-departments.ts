import { z } from 'zod'
import { catalogue } from '#shared/catalogue.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Ref } from '#shared/paging.ts'
import { text } from '#shared/record.ts'

const MOST_DEPARTMENTS = 200

export const departments = catalogue({
  name: 'Department',
  path: '/company/departments/',
  summaries: {
    list: "List departments, in the clinic's order, else by name",
    create: 'Add a department, at the end of the list',
    update: 'Rename a department, or take it out of use: it stays where it was named and is offered no more',
  },
  access: { view: 'company.view', change: 'company.change' },
  live: ['company'],
  fields: { name: text(60, { label: 'Name', presence: 'required', fhir: { path: 'Organization.name' } }) },
  answers: { position: z.int() },
})
export const { list: listDepartments, create: createDepartment, update: updateDepartment } = departments
export type Department = z.output<typeof departments.row>

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
