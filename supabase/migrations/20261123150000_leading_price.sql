-- Which figure of a price is the large one.
insert into private.setting_rules (key, kind, choices) values
  ('pricing.lead', 'choice', array['charged', 'specified']);
