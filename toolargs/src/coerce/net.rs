//! Addresses of the Internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::text::textual;
use crate::format::net;

textual! {
    IpAddr: Ip, "IP address string", net::ip, ToString::to_string;
    Ipv4Addr: Ipv4, "IPv4 address string", net::ipv4, ToString::to_string;
    Ipv6Addr: Ipv6, "IPv6 address string", net::ipv6, ToString::to_string;
}
