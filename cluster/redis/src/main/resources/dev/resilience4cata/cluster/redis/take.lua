-- SPDX-License-Identifier: Apache-2.0
-- KEYS: the key. ARGV: unit, fewest and most units, limit, longest backlog; times in nanoseconds.
-- Returns units, backlog before, whether it was cut, and the time in seconds and nanoseconds.
--
-- A theoretical arrival time has 19 digits, and Lua's numbers are exact up to 15: seconds and
-- nanoseconds are never put together. Differences are exact up to 104 days; what is longer is cut,
-- and all that is compared with is shorter. A quotient of two such numbers is never rounded up to
-- the next whole number, so its floor is exact too.
local unit, fewest, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local limit, longest = tonumber(ARGV[4]), tonumber(ARGV[5])
local time = redis.call('TIME')
local now_s, now_ns = tonumber(time[1]), tonumber(time[2]) * 1000

-- Expires by the time that was read above, not by a time to live: Redis would count that from
-- another reading of its clock, which can be earlier.
local function set_backlog(nanos)
  local s = now_s + math.floor(nanos / 1000000000)
  local ns = now_ns + nanos % 1000000000
  if ns >= 1000000000 then
    s, ns = s + 1, ns - 1000000000
  end
  local expires = s * 1000 + math.ceil(ns / 1000000)
  redis.call('SET', KEYS[1], string.format('%d%09d', s, ns), 'PXAT', string.format('%d', expires))
end

local backlog, cut = 0, 0
local tat = redis.call('GET', KEYS[1])
if tat then
  backlog = (tonumber(string.sub(tat, 1, -10)) - now_s) * 1000000000
    + (tonumber(string.sub(tat, -9)) - now_ns)
  backlog = math.max(backlog, 0)
end
if backlog > longest then
  backlog, cut = longest, 1
end

local units = math.min(most, math.floor((limit - backlog) / unit))
if units >= fewest then
  set_backlog(backlog + units * unit)
else
  units = 0
  if cut == 1 then
    set_backlog(backlog)
  end
end
return {units, backlog, cut, now_s, now_ns}
