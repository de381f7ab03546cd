-- SPDX-License-Identifier: Apache-2.0
-- KEYS: the key. ARGV: end of the slot in seconds and nanoseconds, its length, and the burst, or -1
-- for the rule LAST; times in nanoseconds. Returns what is free again. For the arithmetic see
-- take.lua.
local slot_s, slot_ns = tonumber(ARGV[1]), tonumber(ARGV[2])
local cost, burst = tonumber(ARGV[3]), tonumber(ARGV[4])
local tat = redis.call('GET', KEYS[1])
if not tat then
  return 0
end
local time = redis.call('TIME')
local now_s, now_ns = tonumber(time[1]), tonumber(time[2]) * 1000
local tat_s, tat_ns = tonumber(string.sub(tat, 1, -10)), tonumber(string.sub(tat, -9))

local backlog = (tat_s - now_s) * 1000000000 + (tat_ns - now_ns)
local taken_after = (tat_s - slot_s) * 1000000000 + (tat_ns - slot_ns)
local free = taken_after == 0
if taken_after > 0 and backlog <= burst then
  free = true
end
local left = math.min(cost, (slot_s - now_s) * 1000000000 + (slot_ns - now_ns))
if not free or left <= 0 then
  return 0
end

backlog = backlog - left
if backlog <= 0 then
  redis.call('DEL', KEYS[1])
  return left
end
local s = now_s + math.floor(backlog / 1000000000)
local ns = now_ns + backlog % 1000000000
if ns >= 1000000000 then
  s, ns = s + 1, ns - 1000000000
end
local expires = s * 1000 + math.ceil(ns / 1000000)
redis.call('SET', KEYS[1], string.format('%d%09d', s, ns), 'PXAT', string.format('%d', expires))
return left
