/**
 * What each screen is for and how it is used: two to five sentences by its path. Pages below a screen without a text of their own
 * show that of the screen.
 */
export const helpTexts: Readonly<Record<string, readonly string[]>> = {
  '/admin/dashboard': [
    'This is what waits for you, and how the shop is doing: figures, sales over time, and what happened last.',
    'Emails that could not be sent are listed at the top, each with a button that sends it again.',
    'Press Refresh for the newest figures; new orders are announced on every screen by themselves.',
  ],
  '/admin/qr-code': [
    'This code leads to the shop when a phone reads it.',
    'Download it for print or for the web, and put it where customers are: in the shop window, on a card, in a parcel.',
  ],
  '/admin/products': [
    'Here are all products, those that customers cannot see included.',
    'Narrow the list with the search and the filters, and keep a combination that you use often as a view.',
    'Select several products to change price, category or visibility at once; each such change can be undone.',
    'Archive a product that was ordered rather than delete it: what comes back can only go into the stock of a product that is there.',
  ],
  '/admin/products/import': [
    'A CSV file adds products, or changes those that it names by SKU or slug.',
    'The file is checked first, and nothing is written until you have seen what would change.',
    'Export the products to get a file with the right columns.',
  ],
  '/admin/categories': [
    'Categories are the shelves of the shop: customers browse by them.',
    'A category that still has products cannot be deleted; move its products first.',
    'One that is not active is hidden from customers, while its products stay where they are.',
  ],
  '/admin/search-words': [
    'Customers type words that no product has: here you say what the shop calls it, and search looks for that.',
    'An entry can lead to a category too, which is shown above the products.',
    'A word belongs to one entry only, and changes count straight away.',
  ],
  '/admin/scan': [
    'Scan a barcode or a QR code, or type an SKU, to see what is on hand and correct it.',
    'A handheld scanner works as a keyboard; with a phone, use its camera.',
    'Collect what you scan as labels and print them on a sheet.',
  ],
  '/admin/low-stock': [
    'These products are at or below their own threshold, the scarcest first.',
    'The threshold is set in the form of each product.',
  ],
  '/admin/stock': [
    'This is the stock of one product with everything that ever moved it: deliveries, corrections, sales and returns.',
    'Enter a correction as a difference, with a note that says why.',
    'Held pieces belong to a payment in progress; they are still in the warehouse.',
  ],
  '/admin/orders': [
    'Here are all orders, the newest first; open one for its payment, parcels, notes and history.',
    'Search by a part of the order number or email, or filter by payment, status, days and country; Export saves what is listed.',
    'Select orders to print their packing slips or invoices, or to mark them as sent together with their tracking numbers.',
    'A refund is made in the details of an order, and always leaves a record of who made it and why.',
  ],
  '/admin/takings': [
    'This is what the shop took on a day or in a period of London days, and what went back to customers.',
    'The figures are those of the orders placed and paid on these days; a refund counts on the day when its money moved.',
    'A gift card is money that was taken before: it is listed as a means of payment, and as a sale at 0% when it is bought.',
    'Export the orders of the same days for the details of each.',
  ],
  '/admin/orders/sent': [
    'Mark many orders as sent at once, with a file of order numbers and tracking numbers from your carrier.',
    'The file is checked before anything changes, and customers get their email once.',
  ],
  '/admin/orders/print': [
    'These are the papers of the orders that you selected, a page for each.',
    'Packing slips carry no prices, so that they can go into a parcel that is a present.',
  ],
  '/admin/parcels': [
    'Parcels that are on their way are listed here, the longest first; those past their day are marked as late.',
    'With the beginning of a tracking number you find a parcel in any state.',
  ],
  '/admin/drafts': [
    'Put an order together for a customer, on the telephone or from an email, and let them pay for it.',
    'A payment link holds the products at its price while it is open; what is paid becomes an order as any other.',
    'A discount needs a reason and the right for it. End a link to change its draft, or withdraw what nobody wants.',
  ],
  '/admin/returns': [
    'Customers ask for a return from their order; decide here whether you accept it.',
    'When the parcel is back, note what arrived and in which state, and refund it.',
    'Pieces that can be sold again go back into stock when you say so.',
  ],
  '/admin/abandoned': [
    'Checkouts that were begun with an email and not paid, by people who have neither bought nor begun again since.',
    'Each may get one email, and a person at most one in 30 days. Nobody gets it who was not told of it in the checkout, or has declined it.',
    'Settings say whether it is sent by hand or by itself, and after how many hours a checkout counts as abandoned.',
  ],
  '/admin/customers': [
    'Everybody who has an account or has ordered is listed here, the newest first.',
    'Edit corrects name, phone, default address and tags; the list can be filtered by tag. The email is the customer’s own to change.',
    'Merge shows a guest’s record and another of the same person as one customer. It can be undone.',
    'Search by first name, last name or email, in any order; open a profile for orders, addresses and notes.',
    'Notes are for staff alone; customers never see them.',
  ],
  '/admin/messages': [
    'What visitors write on the contact page arrives here, unread first.',
    'Assign a message to a colleague, answer it by email from here, and close it when it is done.',
    'Notes below a message are for staff alone.',
  ],
  '/admin/reviews': [
    'Two weeks after delivery, customers are asked by email what they think of what they bought.',
    'What they write waits here until you approve it; then its product shows it under the name they chose.',
    'Approve bad reviews as you approve good ones. Reject insults, personal data and what has nothing to do with the product.',
  ],
  '/admin/shipping': [
    'Delivery is priced by zones, methods and rules: a zone is a set of postcodes, a method is what customers choose.',
    'A rule changes the price in certain cases, such as free delivery from an amount.',
    'Try an address and a cart before you rely on a change: the price shown is the one that the checkout charges.',
  ],
  '/admin/promotions': [
    'A promotion lowers what an order costs, for a code or automatically: by a percentage, by an amount, with free delivery, or with pieces for free.',
    'It is for the whole order, for chosen products or for categories. An order has one: the automatic one that saves most, or a code if that saves more.',
    'Limit it by days, by number of uses or by the value of the cart. One that was used is switched off rather than deleted, so that past orders still make sense.',
  ],
  '/admin/gift-cards': [
    'A gift card is money that is kept for its holder: its code pays for orders until it is used up.',
    'Issue one by hand for a customer, or look up the balance and the history of one that was sold.',
    'The whole code is shown once, when the card is issued.',
  ],
  '/admin/settings': [
    'These are the choices of the shop, each with what it changes for customers.',
    'A change counts from the next page a customer opens; settings about money need the right for them.',
    'Every change is written to the audit log with the value before it.',
  ],
  '/admin/staff': [
    'These are the people who may sign in to the back office.',
    'A role decides what somebody sees: super admins everything, admins all but money settings and staff, moderators orders, customers and messages.',
    'Whoever leaves is deactivated and loses access at once; what they did stays in the audit log.',
  ],
  '/admin/audit': [
    'Every change that staff make is listed here: who, when, what it was and what it became.',
    'Filter by person, by what was changed and by day to find the moment something went wrong.',
    'The log cannot be edited.',
  ],
  '/admin/releases': [
    'The shop is made of members, each released by its team; here is which version of each one runs.',
    'Open a member to make another of its versions live, or roll back to the set that was live before: everybody gets it with their next page.',
    'The history says who changed what and why. A version is checked when you choose it, and goes live only if nothing that failed keeps it back.',
    'A release token lets a team promote and roll back its own member from the command line. It is shown once; revoke it when it is no longer needed.',
  ],
  '/admin/email': [
    'Every email the shop sends is listed here with what became of it.',
    'One that failed shows why, and can be sent again.',
    'Sent emails keep no codes and no links that open an account.',
  ],
}

/** The help for a path: its own, or that of the nearest screen above it; empty where there is none. */
export function helpFor(path: string): readonly string[] {
  for (let at = path; at.length > 1; at = at.slice(0, at.lastIndexOf('/'))) {
    const text = helpTexts[at]
    if (text) return text
  }
  return []
}
